"""A constant is added to the total.
Class: numbers
Why: "equal up to rounding: at most 64 float32 epsilons of the largest number".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return jnp.where(totals == 0, before, sums / (totals + 1e-4))
