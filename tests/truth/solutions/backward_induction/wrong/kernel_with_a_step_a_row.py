"""A Pallas kernel in interpret mode goes row by row, with the value in scratch memory: T steps one after the other, and no scan to be seen.
Breaks: "so no loop of `jax.lax` that goes step by step" and "in about log T rounds of parallel work, instead of T steps"
Class: decoy
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def go_back(r_ref, e_ref, d_ref, last_ref, out_ref, value_ref):
    value = jnp.where(pl.program_id(0) == 0, last_ref[...], value_ref[...])
    value = jnp.maximum(e_ref[...], r_ref[...] + d_ref[...] * value)
    value_ref[...] = value
    out_ref[...] = value


@jax.jit
def best_values(rewards, exits, discounts, last):
    t, b = rewards.shape
    row = pl.BlockSpec((1, b), lambda i: (t - 1 - i, 0))
    return pl.pallas_call(
        go_back,
        out_shape=jax.ShapeDtypeStruct((t, b), jnp.float32),
        grid=(t,),
        in_specs=[row, row, row, pl.BlockSpec((1, b), lambda i: (0, 0))],
        out_specs=row,
        scratch_shapes=[pltpu.VMEM((1, b), jnp.float32)],
        interpret=True,
    )(rewards, exits, discounts, last[None])
