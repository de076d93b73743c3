"""Keeps the two programs that were used last, so that memory doesn't grow.

Class: retrace
Why: after two other programs (another stride, other stages) the first call once more is traced again, where the table says 0.
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


@functools.lru_cache(maxsize=2)
def make_program(stages, stride):
    @jax.jit
    def run(signal, gain_in, gain_out):
        x = gain_in * signal
        for name, times in stages:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return gain_out * x[::stride]

    return run


def respond(signal, config):
    program = make_program(tuple(map(tuple, config["stages"])), config["stride"])
    return program(signal, config["gains"]["in"], config["gains"]["out"])
