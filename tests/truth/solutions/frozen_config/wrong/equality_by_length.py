"""Compares how many stages there are, and the stride.
Class: memory
Why: "other stages, or the same in another order" are traced once.
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
    def __init__(self, stages, stride):
        self.stages, self.stride = stages, stride

    def __eq__(self, other):
        return len(self.stages) == len(other.stages) and self.stride == other.stride

    def __hash__(self):
        return len(self.stages)


@functools.partial(jax.jit, static_argnums=0)
def run(plan, signal, gains):
    x = gains["in"] * signal
    for name, times in plan.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: plan.stride]


def respond(signal, config):
    return run(Plan(config["stages"], config["stride"]), signal, config["gains"])
