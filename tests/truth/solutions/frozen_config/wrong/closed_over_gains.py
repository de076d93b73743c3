"""The kept program has the first gains in it.
Class: memory
Why: "multiplied by the gain".
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

programs = {}


def respond(signal, config):
    key = tuple(map(tuple, config["stages"])), config["stride"]
    gains = config["gains"]
    if key not in programs:

        @jax.jit
        def run(signal):
            x = gains["in"] * signal
            for name, times in key[0]:
                for _ in range(times):
                    x = FUNCTIONS[name](x)
            return gains["out"] * x[:: key[1]]

        programs[key] = run
    return programs[key](signal)
