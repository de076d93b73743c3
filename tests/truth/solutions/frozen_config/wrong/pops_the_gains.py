"""Pops the gains off the config, and freezes the rest.

Class: state
Why: 'Your function must not change config': the gains are missing from it after the call.
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



@functools.partial(jax.jit, static_argnums=1)
def run(signal, frozen, before, after):
    config = dict(frozen)
    x = before * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[:: config["stride"]]


def respond(signal, config):
    gains = config.pop("gains")
    frozen = frozenset({**config, "stages": tuple(map(tuple, config["stages"]))}.items())
    return run(signal, frozen, gains["in"], gains["out"])
