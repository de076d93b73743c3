"""`rate or DEFAULT` is meant for a rate of None, and takes the default for a rate of 0.0 as well.
It breaks "params = params - rate * velocity" for a rate of 0.
Class: numbers
"""

import functools

import jax

DEFAULT = 0.01


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate=None):
    return step(params, velocity, grads, rate or DEFAULT)
