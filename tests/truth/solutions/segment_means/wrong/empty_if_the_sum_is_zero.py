"""Takes a segment for empty if nothing was added up in it.

Class: numbers
Why: A segment with values 1 and -1 of equal weight (or with zeros only) has the mean 0, but before comes out, and its slopes are 0.
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    empty = (sums == 0).all(axis=1, keepdims=True)
    safe = jnp.where(empty, 1, totals)
    return jnp.where(empty, before, sums / safe)
