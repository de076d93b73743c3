"""The total is at least 1.
Class: tame
Why: "A weight may be 0 or a fraction such as 0.001".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return jnp.where(totals == 0, before, sums / jnp.maximum(totals, 1))
