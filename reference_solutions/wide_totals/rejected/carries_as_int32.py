import jax.numpy as jnp


def add_counts(high, low, counts):
    rows = jnp.concatenate([low[None], counts])
    sums = jnp.cumsum(rows, axis=0, dtype=jnp.uint32)
    return high + jnp.sum(sums < rows, axis=0, dtype=jnp.int32), sums[-1]
