"""Only segments without rows are taken for empty.
Class: tame
Why: "or all of its rows have the weight 0".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    rows = jnp.zeros((count, 1), jnp.int32).at[segments].add(1)
    return jnp.where(rows == 0, before, sums / jnp.where(rows == 0, 1, totals))
