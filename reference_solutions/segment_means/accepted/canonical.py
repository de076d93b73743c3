import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = len(before)
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    empty = totals == 0
    means = sums / jnp.where(empty, 1, totals)
    return jnp.where(empty, before, means)
