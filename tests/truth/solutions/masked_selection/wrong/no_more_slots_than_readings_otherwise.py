"""Sorts the mask and cuts the result to the size.

Class: layout
Why: with 5 readings and size 8 the results have the shape (5,) instead of (8,).
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    order = jnp.argsort(~mask, stable=True)[:size].astype(jnp.int32)
    filled = mask[order]
    values = jnp.where(filled, readings[order], 0)
    return values, jnp.where(filled, order, -1), mask.sum(dtype=jnp.int32)
