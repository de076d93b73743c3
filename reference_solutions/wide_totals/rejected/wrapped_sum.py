import jax.numpy as jnp


def add_counts(high, low, counts):
    total = low + jnp.sum(counts, axis=0, dtype=jnp.uint32)
    return high, total
