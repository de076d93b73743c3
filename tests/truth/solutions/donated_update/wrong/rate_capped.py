"""Rates above one are capped.
Class: numbers
Why: "params = params - rate * velocity"
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate):
    rate = jnp.minimum(rate, 1.0)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
