"""Donates the parameters and the gradients.

Class: memory
Why: The arrays of grads are deleted, which the caller may need, and those of velocity are not.
"""

import functools

import jax
import jax.numpy as jnp
@functools.partial(jax.jit, donate_argnums=(0, 2))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
