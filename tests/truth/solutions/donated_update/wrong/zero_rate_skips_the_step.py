"""A rate of zero or less is taken for a pause: the velocity stays.
Class: numbers
Why: "velocity = 0.9 * velocity + grads"
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate):
    new = jax.tree.map(lambda v, g: jnp.where(rate > 0, 0.9 * v + g, v), velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, new), new
