"""Halves of 16 bits are added up in 16 bits.

Class: dtype
Why: "exactly, and return the new totals in the same form"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum((counts & 0xFFFF).astype(jnp.uint16), axis=0, dtype=jnp.uint16).astype(jnp.uint32)
    added = (upper << 16) + lower
    carry = (added < lower).astype(jnp.uint32)
    total = low + added
    return high + (upper >> 16) + carry + (total < low), total
