"""The lower half wraps around, and the upper stays as it was.

Class: numbers
Why: "exactly, and return the new totals in the same form"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    sums = jnp.sum(counts, axis=0, dtype=jnp.uint32)
    return high, low + sums
