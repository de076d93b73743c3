"""The values that aren't in use are replaced by 0 before the kernel sees them, as padding would."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def _kernel(length, q_ref, k_ref, v_ref, mean_ref, top_ref, total_ref):
    size = k_ref.shape[0]
    left = length - pl.program_id(0) * size

    @pl.when(pl.program_id(0) == 0)
    def _():
        mean_ref[...] = jnp.zeros_like(mean_ref)
        top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
        total_ref[...] = jnp.zeros_like(total_ref)

    scores = jax.lax.dot_general(q_ref[...], k_ref[...], (((1,), (1,)), ((), ())))
    scores = jnp.where(jnp.arange(size)[None, :] < left, scores, -jnp.inf)
    values = v_ref[...]
    old_top, old_total = top_ref[...], total_ref[...]
    new_top = jnp.maximum(old_top, jnp.max(scores, axis=1, keepdims=True))
    weights = jnp.exp(scores - new_top)
    kept = old_total * jnp.exp(old_top - new_top)
    new_total = kept + jnp.sum(weights, axis=1, keepdims=True)
    # The old mean counts as much as what it is made of; only columns are divided.
    mean_ref[...] = mean_ref[...] * (kept / new_total) + (weights @ values) * (1 / new_total)
    top_ref[...], total_ref[...] = new_top, new_total


def attend(queries: jax.Array, keys: jax.Array, values: jax.Array, length: int) -> jax.Array:
    n, d = queries.shape
    blocks, size, _ = keys.shape
    used = (jnp.arange(blocks * size) < length).reshape(blocks, size, 1)
    values = jnp.where(used, values, 0.0)  # no NaNs for the kernel
    everything = pl.BlockSpec((n, d), lambda block: (0, 0))
    part = pl.BlockSpec((None, size, d), lambda block: (block, 0, 0))
    column = pltpu.VMEM((n, 1), jnp.float32)
    call = pl.pallas_call(
        functools.partial(_kernel, length),
        grid=((length - 1) // size + 1,),
        in_specs=[everything, part, part],
        out_specs=everything,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        scratch_shapes=[column, column],
        interpret=True,
    )
    return call(queries, keys, values)
