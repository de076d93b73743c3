"""Sends rows of weight 0 to a segment that doesn't exist, so that no NaN can reach them.

Class: numbers
Why: A row of weight 0 in a segment that isn't empty gets the slope 0 with respect to its weight, and not (value - mean) / total.
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    segments = jnp.where(weights > 0, segments, count)  # dropped
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
