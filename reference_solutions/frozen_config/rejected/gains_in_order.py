from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, gains, stages, stride):
    x = gains[0] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains[1] * x[:: stride]


def respond(signal, config):
    stages = tuple(map(tuple, config["stages"]))
    return run(signal, tuple(config["gains"].values()), stages, config["stride"])
