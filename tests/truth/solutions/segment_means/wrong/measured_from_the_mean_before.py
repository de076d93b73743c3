"""Adds up how far the values are from the mean before, so that an empty segment needs no choice.

Class: numbers
Why: Where before[s] of a segment with rows is far larger than all values, such as 1e7 beside 1, values - before[s] loses the values' digits.
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    away = weights[:, None] * (values - before[segments])
    sums = jax.ops.segment_sum(away, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    empty = totals == 0
    moved = sums / jnp.where(empty, 1, totals)
    return before + jnp.where(empty, 0, moved)
