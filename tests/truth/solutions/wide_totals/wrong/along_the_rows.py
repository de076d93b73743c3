"""The running sum goes along the sources of a row.

Class: numbers
Why: "Add `counts[0, d]`, `counts[1, d]` and so on to it"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    running = jnp.cumsum(counts, axis=1, dtype=jnp.uint32)
    wrapped = (running < counts).sum(axis=0, dtype=jnp.uint32)
    sums = counts.sum(axis=0, dtype=jnp.uint32)
    new = low + sums
    return high + wrapped + (new < low), new
