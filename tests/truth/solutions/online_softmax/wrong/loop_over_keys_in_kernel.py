"""Takes one key after the other in each step, by a fori_loop in the kernel, which makes all masks superfluous.

Class: structure
Why: It breaches "there is no scan, fori_loop or while_loop in the kernel or outside".
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), size = queries.shape, keys.shape[1]
    steps = pl.cdiv(length, size)

    def kernel(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        block_keys, block_values = k_ref[...], v_ref[...]

        def add(j, state):
            top, total, out = state
            key = jax.lax.dynamic_slice_in_dim(block_keys, j, 1)
            value = jax.lax.dynamic_slice_in_dim(block_values, j, 1)
            there = step * size + j < length
            score = jnp.where(there, q_ref[...] @ key.T, -jnp.inf)
            new = jnp.maximum(top, score)
            factor, weight = jnp.exp(top - new), jnp.exp(score - new)
            return new, total * factor + weight, out * factor + weight * jnp.where(there, value, 0)

        state = jax.lax.fori_loop(0, size, add, (top_ref[...], total_ref[...], out_ref[...]))
        top_ref[...], total_ref[...], out_ref[...] = state

        @pl.when(step == steps - 1)
        def _():
            out_ref[...] = out_ref[...] / total_ref[...]

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(steps,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32)] * 2,
        interpret=True,
    )(queries, keys, values)
