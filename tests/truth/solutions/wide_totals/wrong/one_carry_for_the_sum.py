"""Compares once, though the sum may have wrapped around many times.

Class: numbers
Why: "exactly, and return the new totals in the same form"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    new = low + jnp.sum(counts, axis=0, dtype=jnp.uint32)
    return high + (new < low), new
