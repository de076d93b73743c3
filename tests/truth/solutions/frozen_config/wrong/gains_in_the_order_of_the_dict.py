"""Hands over the gains in the order in which the dict has them.

Class: numbers
Why: With gains written as {'out': ..., 'in': ...} the two are swapped: relu or shift then gives other numbers.
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



@functools.partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, gains, stages, stride):
    first, last = gains
    x = first * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return last * x[::stride]


def respond(signal, config):
    stages = tuple(tuple(stage) for stage in config["stages"])
    return run(signal, tuple(config["gains"].values()), stages=stages, stride=config["stride"])
