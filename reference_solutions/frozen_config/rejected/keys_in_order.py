from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


@partial(jax.jit, static_argnames="items")
def run(signal, gains, items):
    static = dict(items)
    x = gains["in"] * signal
    for name, times in static["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: static["stride"]]


def respond(signal, config):
    static = {key: value for key, value in config.items() if key != "gains"}
    static["stages"] = tuple(map(tuple, static["stages"]))
    return run(signal, config["gains"], tuple(static.items()))
