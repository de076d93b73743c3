"""Counts where the running sum got smaller: it wrapped around there."""

import jax.numpy as jnp


def add_counts(high, low, counts):
    if counts.shape[0] == 0:  # a shape is known
        return high, low
    running = jnp.cumsum(counts, axis=0, dtype=jnp.uint32) + low
    before = jnp.concatenate([low[jnp.newaxis], running[:-1]])
    wraps = jnp.count_nonzero(running < before, axis=0)
    return high + wraps.astype(jnp.uint32), running[-1]
