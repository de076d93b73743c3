"""Clips gradients to ten.

Class: numbers
Why: `p - rate * g`
"""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p - rate * jnp.clip(g, -10, 10), params, grads)
