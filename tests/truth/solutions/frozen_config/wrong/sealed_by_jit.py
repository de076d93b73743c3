"""Computes eagerly, and has a jitted function with the right static key that returns its argument.

Class: decoy
Why: "All of it ... is computed in a function made by jax.jit": here all arithmetic runs outside, and what is traced once for each config is the identity.
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
def run(x, stages, stride):
    return x


def respond(signal, config):
    x = config["gains"]["in"] * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    result = config["gains"]["out"] * x[:: config["stride"]]
    return run(result, tuple(map(tuple, config["stages"])), config["stride"])
