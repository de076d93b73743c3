"""A dataclass that isn't frozen.
Class: structure
Why: the table of traces.
"""

import dataclasses
import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@dataclasses.dataclass
class Plan:
    stages: tuple
    stride: int


@functools.partial(jax.jit, static_argnums=0)
def run(plan, signal, gains):
    x = gains["in"] * signal
    for name, times in plan.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: plan.stride]


def respond(signal, config):
    return run(Plan(tuple(map(tuple, config["stages"])), config["stride"]), signal, config["gains"])
