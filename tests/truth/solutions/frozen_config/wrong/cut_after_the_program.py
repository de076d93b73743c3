"""Cuts by the stride after the jitted function.

Class: structure
Why: 'The cut by the stride included' is to be in the jitted function; here another stride traces nothing, where the table has 1.
"""

import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}



@functools.partial(jax.jit, static_argnames="stages")
def run(signal, before, after, stages):
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x


def respond(signal, config):
    stages = tuple(tuple(stage) for stage in config["stages"])
    whole = run(signal, config["gains"]["in"], config["gains"]["out"], stages=stages)
    return whole[:: config["stride"]]
