"""The mean is replaced after 0 / 0.
Class: numbers
Why: "No operation makes a NaN, not even one that is replaced afterwards".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return jnp.where(totals == 0, before, sums / totals)
