"""Adds the sums of the 16-bit parts to low in one go and looks for the carry with one comparison.

Class: numbers
Why: For low 0 and the counts 2**32 - 1 and 1 the parts wrap around between themselves, the low half is 0, not less than low, and high stays 0 instead of 1.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    total = low + lower + (upper << 16)
    return high + (upper >> 16) + (total < low), total
