"""Hands the stages over as an array of numbers, and the program looks up each function while it runs.

Class: retrace
Why: breaches "other stages, or the same in another order | 1": stages that apply as many functions in all are another array of the same shape, and trace nothing.
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

NAMES = list(FUNCTIONS)


@partial(jax.jit, static_argnames="stride")
def run(signal, codes, gain_in, gain_out, stride):
    def step(x, code):
        return jax.lax.switch(code, list(FUNCTIONS.values()), x), None

    x, _ = jax.lax.scan(step, gain_in * signal, codes)
    return gain_out * x[::stride]


def respond(signal, config):
    codes = [NAMES.index(name) for name, times in config["stages"] for _ in range(times)]
    gains = config["gains"]
    return run(signal, jnp.array(codes, jnp.int32), gains["in"], gains["out"], stride=config["stride"])
