"""Makes tuples of the stages where they are, in the config's own list.

Class: other
Why: breaches "your function must not change `config`": after the call the stages of the caller's config are tuples, and it no longer equals what the JSON file says.
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
    stages = config["stages"]
    stages[:] = map(tuple, stages)
    gains = config["gains"]
    return run(signal, gains["in"], gains["out"], stages=tuple(stages), stride=config["stride"])
