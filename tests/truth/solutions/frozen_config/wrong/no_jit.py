"""Nothing is compiled.
Class: half_eager
Why: "All of it is computed in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


def respond(signal, config):
    x = config["gains"]["in"] * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return config["gains"]["out"] * x[:: config["stride"]]
