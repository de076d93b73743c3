from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


class Config:
    def __init__(self, config):
        self.stages = config["stages"]
        self.stride = config["stride"]
        self.gains = config["gains"]


@partial(jax.jit, static_argnames="config")
def run(signal, config):
    x = config.gains["in"] * signal
    for name, times in config.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return config.gains["out"] * x[:: config.stride]


def respond(signal, config):
    # Right numbers. But each Config is another object
    # to JAX, so that each call is traced anew.
    return run(signal, Config(config))
