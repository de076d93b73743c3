"""Counts wraps by a sum in float32, which has 24 bits.

Class: dtype
Why: "exactly, and return the new totals in the same form"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    new = low + jnp.sum(counts, axis=0, dtype=jnp.uint32)
    rough = low.astype(jnp.float32) + jnp.sum(counts.astype(jnp.float32), axis=0)
    return high + jnp.floor(rough / 2.0**32).astype(jnp.uint32), new
