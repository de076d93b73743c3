"""Sums the counts exactly, and takes a new low that isn't above the old one for a wrap.

Class: numbers
Why: where the counts of a source add up to 0 modulo 2**32 (all zero, or no row at all), the low stays as it is, which is no wrap, but high is raised by 1.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    low_sum = lower + (upper << 16)
    high_sum = (upper >> 16) + (low_sum < lower).astype(jnp.uint32)
    new_low = low + low_sum
    return high + high_sum + (new_low <= low).astype(jnp.uint32), new_low
