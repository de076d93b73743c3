"""Builds the kernel once for each shape of the arrays, with the `size` of the first call.

Class: key
Why: A second call with the same shapes and a smaller `size` gets blocks of more rows than fit into a step, against "A step gets a few blocks".
"""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

KERNELS = {}


def take_block(q_ref, k_ref, v_ref, out_ref, state_ref):
    q, k, v = q_ref[...], k_ref[...], v_ref[...]
    state = jnp.where(pl.program_id(0) == 0, 0.0, state_ref[...])
    out_ref[...] = q @ state + jnp.tril(q @ k.T) @ v
    state_ref[...] = state + k.T @ v


def run(queries, keys, values, *, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)
    whole = blocks * size

    def spec(width):
        return pl.BlockSpec((size, width), lambda step: (step, 0))

    padded = [jnp.pad(x, ((0, whole - n), (0, 0))) for x in (queries, keys, values)]
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((whole, e), jnp.float32),
        grid=(blocks,),
        in_specs=[spec(d), spec(d), spec(e)],
        out_specs=spec(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(*padded)[:n]


def causal_sums(queries, keys, values, size):
    shapes = queries.shape, values.shape
    if shapes not in KERNELS:
        KERNELS[shapes] = functools.partial(run, size=size)
    return KERNELS[shapes](queries, keys, values)
