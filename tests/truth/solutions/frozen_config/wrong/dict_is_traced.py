"""The dict is an ordinary argument.
Class: structure
Why: the names in it can't be traced.
"""

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@jax.jit
def respond(signal, config):
    x = config["gains"]["in"] * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return config["gains"]["out"] * x[:: config["stride"]]
