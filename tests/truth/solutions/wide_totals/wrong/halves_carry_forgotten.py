"""Nothing is carried where the two sums of halves meet.

Class: numbers
Why: "exactly, and return the new totals in the same form"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    added = (upper << 16) + lower
    total = low + added
    return high + (upper >> 16) + (total < low), total
