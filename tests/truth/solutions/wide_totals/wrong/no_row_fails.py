"""Counts where the running sum got smaller, and takes its last row.

Class: numbers
Why: for N = 0 there is no last row, so running[-1] fails (or makes a number up) where the old totals should come back.
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    running = jnp.cumsum(counts, axis=0, dtype=jnp.uint32) + low
    before = jnp.concatenate([low[None], running[:-1]])
    wraps = jnp.sum(running < before, axis=0, dtype=jnp.uint32)
    return high + wraps, running[-1]
