"""Reads the rate from a global while tracing, so the first call's rate stays for ever.
Class: memory
Why: "`rate` is a Python float, another one in each call".
"""

import functools

import jax

current = {}


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads):
    rate = current["rate"]
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    current["rate"] = rate
    return step(params, velocity, grads)
