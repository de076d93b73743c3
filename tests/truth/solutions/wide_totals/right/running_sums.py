"""A running sum that starts at the total; it wraps around wherever it gets less."""

import jax.numpy as jnp


def add_counts(high, low, counts):
    running = jnp.cumsum(jnp.concatenate([low[None], counts]), axis=0, dtype=jnp.uint32)
    wrapped = (running[1:] < running[:-1]).sum(axis=0, dtype=jnp.uint32)
    return high + wrapped, running[-1]
