"""The means so far are taken for constants.
Class: numbers
Why: "1 with respect to that".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    old = jax.lax.stop_gradient(before)
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    empty = totals == 0
    return jnp.where(empty, old, sums / jnp.where(empty, 1, totals))
