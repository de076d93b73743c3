"""Scores with a column for each query, and all arrays of the kernel transposed."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(q, k, v, out, top, total, *, length, size):
    start = pl.program_id(0) * size
    rows = start + jax.lax.broadcasted_iota(jnp.int32, (size, 1), 0)
    used = rows < length

    @pl.when(start == 0)
    def _():
        top[...] = jnp.full_like(top, -jnp.inf)
        total[...] = jnp.zeros_like(total)
        out[...] = jnp.zeros_like(out)

    scores = jnp.where(used, k[...] @ q[...], -jnp.inf)
    highest = jnp.maximum(top[...], jnp.max(scores, axis=0, keepdims=True))
    weights, old = jnp.exp(scores - highest), jnp.exp(top[...] - highest)
    total[...] = total[...] * old + jnp.sum(weights, axis=0, keepdims=True)
    out[...] = out[...] * old + jnp.where(used, v[...], 0).T @ weights
    top[...] = highest

    @pl.when(start + size >= length)
    def _():
        out[...] = out[...] / total[...]


def attend(queries, keys, values, length):
    (n, d), (_, size, _) = queries.shape, keys.shape
    fixed = pl.BlockSpec((d, n), lambda i: (0, 0))
    moving = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    out = pl.pallas_call(
        functools.partial(kernel, length=length, size=size),
        out_shape=jax.ShapeDtypeStruct((d, n), jnp.float32),
        grid=((length + size - 1) // size,),
        in_specs=[fixed, moving, moving],
        out_specs=fixed,
        scratch_shapes=[pltpu.VMEM((1, n), jnp.float32)] * 2,
        interpret=True,
    )(queries.T, keys, values)
    return out.T
