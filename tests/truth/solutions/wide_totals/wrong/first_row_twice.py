"""Starts with the first row, and then adds it again.

Class: numbers
Why: "Add `counts[0, d]`, `counts[1, d]` and so on to it"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    if not len(counts):
        return high, low
    running = jnp.cumsum(counts, axis=0, dtype=jnp.uint32)
    wraps = (running < counts).sum(axis=0, dtype=jnp.uint32)
    new = low + running[-1]
    total = new + counts[0]
    return high + wraps + (new < low) + (total < new), total
