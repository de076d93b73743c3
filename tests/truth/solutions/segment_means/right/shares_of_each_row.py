"""Each row is multiplied by its share of its segment, and the products are added up."""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    n_segments = before.shape[0]
    totals = jax.ops.segment_sum(weights, segments, num_segments=n_segments)
    empty = totals == 0
    share = weights / jnp.where(empty, 1.0, totals)[segments]
    means = jax.ops.segment_sum(share[:, None] * values, segments, num_segments=n_segments)
    return jnp.where(empty[:, None], before, means)
