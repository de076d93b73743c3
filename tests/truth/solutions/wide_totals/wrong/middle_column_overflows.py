"""Sums columns of 16 bits, the old total included, with a carry from one to the next.

Class: numbers
Why: only with 65536 counts of 2**32 - 1 on a low of 2**32 - 1 the middle column passes 2**32, wraps around, and the new high misses 2**16.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32) + (low & 0xFFFF)
    middle = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32) + (low >> 16) + (lower >> 16)
    return high + (middle >> 16), (middle << 16) | (lower & 0xFFFF)
