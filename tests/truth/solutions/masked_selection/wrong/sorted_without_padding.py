"""Bring the hits to the front with a stable sort of the mask, and cut off after size.

Class: structure
Why: with size greater than N, such as 8 for 5 readings, values and positions have the shape (N,) instead of (size,).
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    count = mask.sum(dtype=jnp.int32)
    order = jnp.argsort(~mask, stable=True)[:size].astype(jnp.int32)
    filled = jnp.arange(order.size) < count
    return jnp.where(filled, readings[order], 0), jnp.where(filled, order, -1), count
