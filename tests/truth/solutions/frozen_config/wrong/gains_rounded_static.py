"""The gains are rounded to two digits, so that few programs are needed.
Class: numbers
Why: "multiplied by the gain".
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


@functools.partial(jax.jit, static_argnames=("before", "after", "stages", "stride"))
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
        signal, before=round(gains["in"], 1), after=round(gains["out"], 1), stages=stages, stride=config["stride"]
    )
