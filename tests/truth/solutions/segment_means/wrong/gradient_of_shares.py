"""Shares of rows in empty segments are 0, but their derivatives with respect to the weights aren't.
Class: numbers
Why: "0 with respect to the segment's values and weights".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    n_segments = before.shape[0]
    totals = jax.ops.segment_sum(weights, segments, num_segments=n_segments)
    empty = totals == 0
    share = weights / jnp.where(empty, 1.0, totals)[segments]
    means = jax.ops.segment_sum(share[:, None] * values, segments, num_segments=n_segments)
    return means + jnp.where(empty[:, None], before, 0.0)
