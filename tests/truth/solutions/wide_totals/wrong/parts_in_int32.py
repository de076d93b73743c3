"""Adds up the 16-bit parts as int32, which they seem to fit easily.

Class: dtype
Why: For more than 32768 rows of 2**32 - 1 the sum of the parts passes 2**31, its shift repeats the sign, and the high half is too small.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    lower = jnp.sum((counts & 0xFFFF).astype(jnp.int32), axis=0)
    upper = jnp.sum((counts >> 16).astype(jnp.int32), axis=0)
    middle = upper + (lower >> 16)
    added = ((middle << 16) | (lower & 0xFFFF)).astype(jnp.uint32)
    total = low + added
    return high + (middle >> 16).astype(jnp.uint32) + (total < low), total
