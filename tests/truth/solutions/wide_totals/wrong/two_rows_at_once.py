"""Up to two rows are added to the total as they are, with one comparison; only more rows are cut into halves.

Class: numbers
Why: with N = 2 the sum can wrap around twice, or wrap and still be above the old one: low = most and two counts of most give a carry of 1 instead of 2.
"""
import jax.numpy as jnp


def add_counts(high, low, counts):
    if counts.shape[0] <= 2:
        new = low + jnp.sum(counts, axis=0, dtype=jnp.uint32)
        return high + (new < low), new
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    first = (upper << 16) + lower
    new = low + first
    return high + (upper >> 16) + (first < lower) + (new < low), new
