from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


@partial(jax.jit, static_argnames="stages")
def run(signal, gains, stages, stride):
    x = gains["in"] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: stride]


def respond(signal, config):
    return run(signal, config["gains"], tuple(map(tuple, config["stages"])), config["stride"])
