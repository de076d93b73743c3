"""Packs positions into 14 bits.

Class: numbers
Why: Positions from 16384 on overflow, and "N is at least 1 and at most 30,000".
"""

import jax.numpy as jnp

FAILS = 1 << 14


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.arange(readings.size, dtype=jnp.int32)
    order = jnp.sort(at | jnp.where(mask, 0, FAILS)) & (FAILS - 1)
    order = jnp.pad(order, (0, max(0, size - readings.size)))[:size]
    count = mask.sum(dtype=jnp.int32)
    filled = jnp.arange(size) < count
    positions = jnp.where(filled, order, -1)
    return jnp.where(filled, readings[order], 0.0), positions, count
