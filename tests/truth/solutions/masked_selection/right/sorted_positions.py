"""Positions without a hit become N, and sorting brings the others to the front in their order."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    n = readings.size
    mask = readings > threshold
    marked = jnp.sort(jnp.where(mask, jnp.arange(n), n))
    marked = jnp.pad(marked, (0, size), constant_values=n)[:size]
    filled = marked < n
    values = jnp.where(filled, jnp.take(readings, marked, mode="clip"), 0)
    return values, jnp.where(filled, marked, -1), mask.sum()
