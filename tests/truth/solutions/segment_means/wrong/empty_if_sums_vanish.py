"""Takes a segment for empty if its weighted sums are 0 in all columns.

Class: numbers
Why: a segment with the values 3 and -3 of equal weights has the mean 0, but gets its row of `before`.
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    empty = (sums == 0).all(axis=1, keepdims=True)
    means = sums / jnp.where(totals == 0, 1, totals)
    return jnp.where(empty, before, means)
