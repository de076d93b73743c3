import jax.numpy as jnp


def add_counts(high, low, counts):
    total = low + jnp.sum(counts.astype(jnp.uint64), axis=0)
    return high + (total >> 32).astype(jnp.uint32), total.astype(jnp.uint32)
