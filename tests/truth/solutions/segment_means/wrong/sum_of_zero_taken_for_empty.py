"""A segment counts as empty where its weighted sum is 0; wrong for segments whose values are 0 or cancel each other.
Breaks "A segment is empty if its weights add up to 0".
Class: numbers
"""
import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    means = sums / jnp.where(totals > 0, totals, 1.0)
    return jnp.where(sums != 0, means, before)
