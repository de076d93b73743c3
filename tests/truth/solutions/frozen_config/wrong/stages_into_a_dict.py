"""The stages become the items of a dict, so that a function that comes twice is applied in its first place only.
Breaks: "goes through all stages in their order".
Class: numbers
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
def run(signal, first, last, stages, stride):
    x = first * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return last * x[::stride]


def respond(signal, config):
    stages = tuple(dict(config["stages"]).items())
    return run(signal, config["gains"]["in"], config["gains"]["out"], stages, config["stride"])
