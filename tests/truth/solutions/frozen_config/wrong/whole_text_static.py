"""The whole config as a sorted text is static.
Class: retrace
Why: "other gains must not compile anything".
"""

import json
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
def run(signal, text):
    config = json.loads(text)
    x = config["gains"]["in"] * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return config["gains"]["out"] * x[:: config["stride"]]


def respond(signal, config):
    return run(signal, json.dumps(config, sort_keys=True))
