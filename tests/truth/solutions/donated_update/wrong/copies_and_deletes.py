"""Donates copies, and deletes the old arrays by hand.

Class: decoy
Why: 'The results lie in their memory': the old arrays are deleted, but the results lie in the memory of the copies.
"""

import functools

import jax
import jax.numpy as jnp
@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    result = step(*jax.tree.map(jnp.copy, (params, velocity)), grads, rate)
    jax.block_until_ready(result)
    for array in jax.tree.leaves((params, velocity)):
        array.delete()
    return result
