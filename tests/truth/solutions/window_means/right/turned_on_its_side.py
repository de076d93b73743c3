"""Turns the recording on its side, so that a window is a stretch of each of the block's rows."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def _kernel(x_ref, out_ref, *, length, size):
    there = jnp.minimum(size, length - pl.program_id(0) * size)
    place = jax.lax.broadcasted_iota(jnp.int32, x_ref.shape, 1)
    total = jnp.where(place < there, x_ref[...], 0).sum(axis=1, keepdims=True)
    out_ref[...] = total / there.astype(jnp.float32)


def window_means(x, rows, columns):
    length, sensors = x.shape
    rows, columns = min(rows, length), min(columns, sensors)  # nothing is gained by a block larger than the recording
    grid = pl.cdiv(length, rows), pl.cdiv(sensors, columns)
    sideways = pl.pallas_call(
        functools.partial(_kernel, length=length, size=rows),
        out_shape=jax.ShapeDtypeStruct((sensors, grid[0]), jnp.float32),
        grid=grid,
        in_specs=[pl.BlockSpec((columns, rows), lambda window, group: (group, window))],
        out_specs=pl.BlockSpec((columns, 1), lambda window, group: (group, window)),
        interpret=True,
    )
    return sideways(x.T).T
