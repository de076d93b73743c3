"""A callback adds up the weights.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def segment_means(values, weights, segments, before):
    count = before.shape[0]

    def add_up(segments, weights):
        return np.bincount(np.asarray(segments), np.asarray(weights), minlength=count).astype(np.float32)

    shape = jax.ShapeDtypeStruct((count,), jnp.float32)
    totals = jax.pure_callback(add_up, shape, segments, weights)[:, None]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
