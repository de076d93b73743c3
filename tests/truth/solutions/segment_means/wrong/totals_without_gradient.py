"""The gradient is stopped at the totals.
Class: numbers
Why: "The derivative with respect to `values`, `weights` and `before` is asked for".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.lax.stop_gradient(jax.ops.segment_sum(weights, segments, num_segments=count))[:, None]
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
