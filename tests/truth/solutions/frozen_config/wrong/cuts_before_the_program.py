"""Cuts the signal first, so that the program has less to compute and no stride in it.

Class: half_eager
Why: the cut runs outside of jax.jit ("the cut by the stride included, is computed in a function made by jax.jit"), and another stride that leaves as many numbers (2 and 3 of four) isn't traced, where the table says 1.
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


@partial(jax.jit, static_argnames="stages")
def run(x, gains, stages):
    x = gains["in"] * x
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x


def respond(signal, config):
    stages = tuple(map(tuple, config["stages"]))
    return run(signal[:: config["stride"]], config["gains"], stages=stages)
