import jax


def segment_means(values, weights, segments, before):
    count = len(before)
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    return sums / totals
