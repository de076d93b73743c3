import jax
import jax.numpy as jnp
import numpy as np


def add_up(rows, segments, count):
    sums = np.zeros((count, *rows.shape[1:]), np.float32)
    np.add.at(sums, np.asarray(segments), np.asarray(rows))
    return sums


def segment_means(values, weights, segments, before):
    count = len(before)
    shape = jax.ShapeDtypeStruct(before.shape, before.dtype)
    sums = jax.pure_callback(lambda rows, segments: add_up(rows, segments, count), shape, weights[:, None] * values, segments)
    totals = jax.ops.segment_sum(weights, segments, count)[:, None]
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
