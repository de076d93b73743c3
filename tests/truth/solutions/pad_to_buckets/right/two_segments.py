"""Real scores are segment 0 and the padding is segment 1: a softmax of each segment, of which the first is kept."""

import jax
import jax.numpy as jnp


@jax.jit
def softmax_of_segments(scores, segments):
    highest = jax.ops.segment_max(scores, segments, num_segments=2)
    weights = jnp.exp(scores - highest[segments])
    totals = jax.ops.segment_sum(weights, segments, num_segments=2)
    return weights / totals[segments]


def bucket_softmax(scores):
    n = scores.shape[0]
    length = 8
    while length < n:
        length *= 2
    missing = length - n
    segments = jnp.pad(jnp.zeros(n, jnp.int32), (0, missing), constant_values=1)
    result = softmax_of_segments(jnp.pad(scores, (0, missing)), segments)
    return result[:n]
