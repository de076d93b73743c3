"""A gain of exactly 1 isn't multiplied, and that is static: to tune a gain away from 1 compiles. The numbers are right.
Breaks: "**other gains must not compile anything**".
Class: retrace
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
def run(signal, gains, stages, stride):
    x = gains["in"] * signal if "in" in gains else signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    x = x[::stride]
    return gains["out"] * x if "out" in gains else x


def respond(signal, config):
    gains = {end: gain for end, gain in config["gains"].items() if gain != 1.0}
    return run(signal, gains, tuple(map(tuple, config["stages"])), config["stride"])
