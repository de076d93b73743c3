"""The first call of a program is jitted and traced, and all later ones run eagerly: the traces are as in the table.
Breaks: "All of it, the cut by the stride included, is computed in a function made by `jax.jit`".
Class: half_eager
"""

from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}
seen = set()


def run(signal, gains, stages, stride):
    x = gains["in"] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[::stride]


compiled = partial(jax.jit, static_argnames=("stages", "stride"))(run)


def respond(signal, config):
    stages = tuple(map(tuple, config["stages"]))
    key = (signal.shape, stages, config["stride"])
    if key in seen:
        return run(signal, config["gains"], stages, config["stride"])
    seen.add(key)
    return compiled(signal, config["gains"], stages, config["stride"])
