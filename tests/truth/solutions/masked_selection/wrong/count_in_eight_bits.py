"""Counts slots in int8, to save memory.

Class: dtype
Why: from the 129th reading that passes the running count wraps around, so with size 200 and 200 hits the slots from 128 on are wrong.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    running = jnp.cumsum(mask, dtype=jnp.int8)
    slots = jnp.where(mask, running.astype(jnp.int32) - 1, size)
    values = jnp.zeros(size, jnp.float32).at[slots].set(readings, mode="drop")
    places = jnp.arange(readings.size, dtype=jnp.int32)
    positions = jnp.full(size, -1, jnp.int32).at[slots].set(places, mode="drop")
    return values, positions, mask.sum(dtype=jnp.int32)
