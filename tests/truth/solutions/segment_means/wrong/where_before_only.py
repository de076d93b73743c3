"""Empty segments get 0 and not the mean that they had.
Class: numbers
Why: "Its row of the result is `before[s]`".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return sums / jnp.where(totals == 0, 1, totals)
