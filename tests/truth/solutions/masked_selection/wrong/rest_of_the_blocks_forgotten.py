"""Readings are searched in blocks of eight, and whoever has fewer than eight is searched as one.

Class: numbers
Why: for N above 8 that is no multiple of 8, the last N % 8 readings are never looked at, and their alarms and counts are missing.
"""

import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    width = min(8, readings.shape[0])
    blocks = readings[: readings.shape[0] // width * width].reshape(-1, width)
    mask = blocks > threshold
    inside = jnp.cumsum(mask, axis=1)
    before = jnp.cumsum(inside[:, -1]) - inside[:, -1]
    slots = jnp.where(mask, before[:, None] + inside - 1, size)
    places = jax.lax.broadcasted_iota(jnp.int32, blocks.shape, 0) * width
    places = places + jax.lax.broadcasted_iota(jnp.int32, blocks.shape, 1)
    values = jnp.zeros(size, jnp.float32).at[slots].set(blocks, mode="drop")
    positions = jnp.full(size, -1, jnp.int32).at[slots].set(places, mode="drop")
    return values, positions, mask.sum(dtype=jnp.int32)
