"""Writes stages and stride as a text, which is static, and reads it again while JAX traces."""

import functools
import itertools
import json

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@functools.partial(jax.jit, static_argnames="text")
def _run(signal, gains, text):
    stages, stride = json.loads(text)
    names = itertools.chain.from_iterable([name] * times for name, times in stages)
    x = functools.reduce(lambda x, name: FUNCTIONS[name](x), names, gains["in"] * signal)
    return gains["out"] * x[::stride]


def respond(signal, config):
    return _run(signal, config["gains"], text=json.dumps([config["stages"], config["stride"]]))
