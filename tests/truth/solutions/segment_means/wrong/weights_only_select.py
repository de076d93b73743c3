"""All rows with a weight count once.
Class: numbers
Why: "Row `i` of `values` belongs to the segment `segments[i]` and counts `weights[i]` times".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    counted = (weights > 0).astype(jnp.float32)
    sums = jax.ops.segment_sum(counted[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(counted, segments, num_segments=count)[:, None]
    return jnp.where(totals == 0, before, sums / jnp.maximum(totals, 1))
