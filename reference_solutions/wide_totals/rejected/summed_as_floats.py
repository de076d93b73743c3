import jax.numpy as jnp


def add_counts(high, low, counts):
    sums = jnp.sum(counts.astype(jnp.float32), axis=0)
    upper = jnp.floor(sums / 2.0**32)
    more = (sums - upper * 2.0**32).astype(jnp.uint32)
    total = low + more
    return high + upper.astype(jnp.uint32) + (total < low), total
