from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(x, stages, stride):
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return x[::stride]


def respond(signal, config):
    gains, stages = config["gains"], tuple(map(tuple, config["stages"]))
    return gains["out"] * run(gains["in"] * signal, stages, config["stride"])
