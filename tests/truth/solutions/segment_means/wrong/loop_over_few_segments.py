"""Adds up all segments at once if there are 20 or more, where the program is measured, and goes one by one if there are fewer.

Class: sniffer
Why: "The program must not grow with the number of rows or segments": for 16 segments it has twice the operations that it has for 8.
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    if count >= 20:
        sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
        totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    else:
        counted = [jnp.where(segments == s, weights, 0) for s in range(count)]
        sums = jnp.stack([weights @ values for weights in counted])
        totals = jnp.stack([weights.sum(keepdims=True) for weights in counted])
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
