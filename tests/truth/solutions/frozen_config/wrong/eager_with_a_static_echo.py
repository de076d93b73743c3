"""Computes eagerly, and has a jitted function with the right static arguments hand the result back.

Class: decoy
Why: 'All of it is computed in a function made by jax.jit': the arithmetic is eager, and only the traces look right.
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



@functools.partial(jax.jit, static_argnames=("stages", "stride"))
def run(result, before, after, *, stages, stride):
    for name, times in stages:
        assert name in FUNCTIONS and times >= 1
    return jnp.where(before == before, result, after)


def respond(signal, config):
    before, after = config["gains"]["in"], config["gains"]["out"]
    stages = tuple(tuple(stage) for stage in config["stages"])
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    result = after * x[:: config["stride"]]
    return run(result, before, after, stages=stages, stride=config["stride"])
