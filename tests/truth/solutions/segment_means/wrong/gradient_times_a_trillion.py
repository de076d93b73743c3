"""The total is at least 1e-12, which multiplies gradients where a segment is empty.
Class: numbers
Why: "0 with respect to the segment's values and weights".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return sums / jnp.maximum(totals, 1e-12) + before * (totals == 0)
