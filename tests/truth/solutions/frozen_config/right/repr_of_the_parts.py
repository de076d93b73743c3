import ast
import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@functools.partial(jax.jit, static_argnames="text")
def run(signal, gains, text):
    stages, stride = ast.literal_eval(text)
    x = gains["in"] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[::stride]


def respond(signal, config):
    return run(signal, config["gains"], repr((config["stages"], config["stride"])))
