"""Segments whose values add up to 0 are taken for empty.
Class: tame
Why: "A segment is **empty** if its weights add up to 0".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    empty = sums == 0
    return jnp.where(empty, before, sums / jnp.where(totals == 0, 1, totals))
