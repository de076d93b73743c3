from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


class Program:
    def __init__(self, config):
        self.stages = tuple(map(tuple, config["stages"]))
        self.stride = config["stride"]

    def __hash__(self):
        return hash((self.stages, self.stride))


@partial(jax.jit, static_argnames="program")
def run(signal, gains, program):
    x = gains["in"] * signal
    for name, times in program.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: program.stride]


def respond(signal, config):
    return run(signal, config["gains"], Program(config))
