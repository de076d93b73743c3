"""Sums halves of 16 bits, adds three numbers to the lower word, and carries if one of the two additions wrapped around.

Class: numbers
Why: where both additions wrap around the carry is 2, and it is taken for 1: counts [[2**32 - 1], [2**32 - 1]] on low = 2**32 - 1, say.
"""
import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    first = (upper << 16) + lower
    new = low + first
    wrapped = (first < lower) | (new < low)
    return high + (upper >> 16) + wrapped, new
