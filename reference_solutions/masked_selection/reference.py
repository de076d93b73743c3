"""The truth of `masked_selection`: each hit is scattered to its rank among the hits; what doesn't fit is dropped."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    """Return the first `size` readings above the threshold, their positions, and how many there are."""
    mask = readings > threshold
    slots = jnp.where(mask, jnp.cumsum(mask) - 1, size)
    values = jnp.zeros(size, readings.dtype).at[slots].set(readings, mode="drop")
    positions = jnp.full(size, -1, jnp.int32).at[slots].set(jnp.arange(readings.size, dtype=jnp.int32), mode="drop")
    return values, positions, jnp.sum(mask, dtype=jnp.int32)
