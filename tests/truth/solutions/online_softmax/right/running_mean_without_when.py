"""Keeps a finished mean after each block, and starts by jnp.where instead of pl.when."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    n, d = queries.shape
    size = keys.shape[1]
    steps = (length + size - 1) // size  # later blocks hold nothing in use

    def absorb(q_ref, k_ref, v_ref, mean_ref, top_ref, mass_ref):
        step = pl.program_id(0)
        begin = step == 0
        old_top = jnp.where(begin, -jnp.inf, top_ref[...])
        old_mass = jnp.where(begin, 0.0, mass_ref[...])
        old_mean = jnp.where(begin, 0.0, mean_ref[...])

        left = length - step * size
        scores = jnp.dot(q_ref[...], k_ref[...].T, precision="highest")
        scores = jnp.where(lax.broadcasted_iota(jnp.int32, (n, size), 1) < left, scores, -jnp.inf)
        kept = jnp.where(lax.broadcasted_iota(jnp.int32, (size, d), 0) < left, v_ref[...], 0.0)

        top = jnp.maximum(old_top, scores.max(axis=1, keepdims=True))
        weights = jnp.exp(scores - top)
        carried = old_mass * jnp.exp(old_top - top)
        mass = carried + weights.sum(axis=1, keepdims=True)
        mean_ref[...] = (old_mean * carried + jnp.dot(weights, kept, precision="highest")) / mass
        top_ref[...] = top
        mass_ref[...] = mass

    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    block = pl.BlockSpec((size, d), lambda i: (i, 0))
    return pl.pallas_call(
        absorb,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(steps,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys.reshape(-1, d), values.reshape(-1, d))
