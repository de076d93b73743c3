"""Freezes each config once, and finds it again by its id.

Class: state
Why: a config that is read for one request is gone after it, the next one may get the same id, and is then answered with the stages and the stride of the one before.
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

FROZEN = {}


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, gain_in, gain_out, stages, stride):
    x = gain_in * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gain_out * x[::stride]


def respond(signal, config):
    if id(config) not in FROZEN:
        FROZEN[id(config)] = tuple(map(tuple, config["stages"])), config["stride"]
    stages, stride = FROZEN[id(config)]
    return run(signal, config["gains"]["in"], config["gains"]["out"], stages=stages, stride=stride)
