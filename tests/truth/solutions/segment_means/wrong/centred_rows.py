"""The mean of all rows is taken off first, which is 0 / 0 for no rows.
Class: tame
Why: "`N` may be 0, and then all".
"""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    centre = values.mean(axis=0)
    sums = jax.ops.segment_sum(weights[:, None] * (values - centre), segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    empty = totals == 0
    return jnp.where(empty, before, centre + sums / jnp.where(empty, 1, totals))
