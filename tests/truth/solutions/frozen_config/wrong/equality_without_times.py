"""A static config whose equality leaves out how often a stage is applied.

Class: numbers
Why: After [['shift', 1]] a call with [['shift', 3]] gets the program of the first: x + 1 instead of x + 3.
"""

import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}



class Plan:
    def __init__(self, config):
        self.stages = [tuple(stage) for stage in config["stages"]]
        self.stride = config["stride"]

    @property
    def key(self):
        return tuple(name for name, _ in self.stages), self.stride

    def __eq__(self, other):
        return isinstance(other, Plan) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


@functools.partial(jax.jit, static_argnums=1)
def run(signal, plan, before, after):
    x = before * signal
    for name, times in plan.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[:: plan.stride]


def respond(signal, config):
    return run(signal, Plan(config), config["gains"]["in"], config["gains"]["out"])
