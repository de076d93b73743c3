"""`segment_sum` is left to find out how many segments there are.
Class: structure
Why: "JAX must be able to trace the function and its derivative".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    sums = jax.ops.segment_sum(weights[:, None] * values, segments)
    totals = jax.ops.segment_sum(weights, segments)[:, None]
    empty = totals == 0
    means = jnp.where(empty, before[: len(sums)], sums / jnp.where(empty, 1, totals))
    return before.at[: len(sums)].set(means)
