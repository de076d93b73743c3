"""A JSON text with sorted keys, which is read again while JAX traces."""

import json
from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: 1 + x}


@partial(jax.jit, static_argnums=2)
def run(signal, gains, text):
    static = json.loads(text)
    x = signal * gains["in"]
    for name, times in static["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return x[:: static["stride"]] * gains["out"]


def respond(signal, config):
    static = {key: value for key, value in config.items() if key != "gains"}
    return run(signal, config["gains"], json.dumps(static, sort_keys=True))
