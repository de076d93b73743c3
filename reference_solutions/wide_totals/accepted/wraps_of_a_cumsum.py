"""The running sum wraps around wherever it is less than what was added."""

import jax.numpy as jnp


def add_counts(high, low, counts):
    rows = jnp.concatenate([low[None], counts])
    sums = jnp.cumsum(rows, axis=0, dtype=jnp.uint32)
    wraps = jnp.count_nonzero(sums < rows, axis=0)
    return high + wraps.astype(jnp.uint32), sums[-1]
