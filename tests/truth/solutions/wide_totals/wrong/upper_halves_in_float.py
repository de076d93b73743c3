"""Sums halves of 16 bits, the upper ones in float32, which can't overflow.

Class: dtype
Why: sums of upper halves above 2**24 are rounded: 65536 counts of 2**32 - 1, or 513 odd upper halves of 65535 (33619455), lose their last bits.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    upper = jnp.sum((counts >> 16).astype(jnp.float32), axis=0).astype(jnp.uint32)
    first = low + lower
    second = first + (upper << 16)
    carries = (first < low).astype(jnp.uint32) + (second < first).astype(jnp.uint32)
    return high + (upper >> 16) + carries, second
