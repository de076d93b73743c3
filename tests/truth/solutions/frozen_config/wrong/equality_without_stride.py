"""`==` looks at the stages alone.
Class: structure
Why: "another stride" is traced once.
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
        return self.stages == other.stages

    def __hash__(self):
        return hash(self.stages)


@functools.partial(jax.jit, static_argnums=0)
def run(plan, signal, gains):
    x = gains["in"] * signal
    for name, times in plan.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: plan.stride]


def respond(signal, config):
    return run(Plan(tuple(map(tuple, config["stages"])), config["stride"]), signal, config["gains"])
