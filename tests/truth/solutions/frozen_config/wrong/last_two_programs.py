"""Keeps the programs of the last two configs, lest memory fills up.

Class: retrace
Why: breaches "the first call once more | 0": after another stride and other stages the first program is gone, and is traced again.
"""

from functools import lru_cache

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@lru_cache(maxsize=2)
def make_program(stages, stride):
    @jax.jit
    def program(signal, gain_in, gain_out):
        x = gain_in * signal
        for name, times in stages:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return gain_out * x[::stride]

    return program


def respond(signal, config):
    program = make_program(tuple(map(tuple, config["stages"])), config["stride"])
    return program(signal, config["gains"]["in"], config["gains"]["out"])
