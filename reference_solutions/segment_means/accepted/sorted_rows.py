"""The rows are sorted by segment; what an empty segment adds to the mean is its old row, and only that."""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    order = jnp.argsort(segments)
    values, weights, segments = values[order], weights[order], segments[order]

    def sum_up(rows):
        return jax.ops.segment_sum(rows, segments, len(before), indices_are_sorted=True)

    totals = sum_up(weights).reshape(-1, 1)
    inverse = jnp.where(totals > 0, 1 / jnp.where(totals > 0, totals, 1), 0)
    return inverse * sum_up(values * weights.reshape(-1, 1)) + before * (totals == 0)
