"""Donates params and grads, deletes velocity by hand, and puts copies into the caller's dict of grads so that it looks alive.
It breaks "The arrays of grads are still there, unchanged", and velocity's memory isn't used.
Class: state
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 2))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    given = dict(grads)
    for key, array in given.items():
        grads[key] = jnp.copy(array)
    result = jax.block_until_ready(step(params, velocity, given, rate))
    for array in velocity.values():
        array.delete()
    return result
