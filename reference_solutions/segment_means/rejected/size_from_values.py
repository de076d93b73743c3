import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = int(segments.max(initial=0)) + 1
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    empty = totals == 0
    means = jnp.where(empty, before[:count], sums / jnp.where(empty, 1, totals))
    return jnp.concatenate([means, before[count:]])
