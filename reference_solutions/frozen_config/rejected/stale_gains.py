from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}

GAINS = {}


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, stages, stride):
    x = GAINS["in"] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return GAINS["out"] * x[:: stride]


def respond(signal, config):
    GAINS.update(config["gains"])
    return run(signal, tuple(map(tuple, config["stages"])), config["stride"])
