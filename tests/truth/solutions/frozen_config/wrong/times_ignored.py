"""Each stage is applied once.
Class: numbers
Why: "which function to apply, and how often".
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
def run(signal, before, after, *, stages, stride):
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[::stride]


def respond(signal, config):
    gains = config["gains"]
    stages = tuple((name, times) for name, times in config["stages"])
    return run(
        signal, gains["in"], gains["out"], stages=tuple((name, 1) for name, _ in stages), stride=config["stride"]
    )
