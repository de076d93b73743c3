"""Without stages there is nothing to compile, so the two gains are multiplied at once.

Class: half_eager
Why: for an empty list of stages all arithmetic is eager and nothing is traced, where the table wants 1, and the result isn't what a jitted function returns.
"""

from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, gain_in, gain_out, stages, stride):
    x = gain_in * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gain_out * x[::stride]


def respond(signal, config):
    stages = tuple(map(tuple, config["stages"]))
    stride, gains = config["stride"], config["gains"]
    if not stages:
        return gains["out"] * (gains["in"] * signal[::stride])
    return run(signal, gains["in"], gains["out"], stages=stages, stride=stride)
