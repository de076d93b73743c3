"""An empty segment gets `before[s]` as one more row of weight 1, but its rows of weight 0 keep their slope `values[i] - before[s]`.
Breaks: "Where a segment is empty, it is that of `before[s]`: ... and 0 with respect to the segment's values and weights."
Class: numbers
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    empty = jax.ops.segment_sum(weights, segments, count) == 0
    values = jnp.concatenate([values, before])
    weights = jnp.concatenate([weights, jnp.where(empty, 1.0, 0.0)])
    segments = jnp.concatenate([segments, jnp.arange(count, dtype=segments.dtype)])
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    return sums / jax.ops.segment_sum(weights, segments, count)[:, None]
