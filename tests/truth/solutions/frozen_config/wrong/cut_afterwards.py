"""Cuts what the jitted function returns.
Class: half_eager
Why: "All of it, the cut by the stride included, is computed in a function made by `jax.jit`".
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
def run(signal, gains, stages):
    x = gains["in"] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x


def respond(signal, config):
    return run(signal, config["gains"], tuple(map(tuple, config["stages"])))[:: config["stride"]]
