"""A flat grid over the flattened table: quotient and remainder say which recording a step belongs to."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_entry(entries_ref, page_ref, sum_ref, *, per_recording: int):
    step = pl.program_id(0)

    @pl.when(jax.lax.rem(step, per_recording) == 0)
    def start():
        sum_ref[...] = jnp.zeros_like(sum_ref)

    @pl.when(entries_ref[step] >= 0)
    def add():
        sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


def paged_sums(x: jax.Array, table: jax.Array, rows: int) -> jax.Array:
    (recordings, per_recording), width = table.shape, x.shape[1]

    def page_of(step, entries_ref):
        return jnp.maximum(entries_ref[step], 0), 0

    def recording_of(step, entries_ref):
        return jax.lax.div(step, per_recording), 0

    return pl.pallas_call(
        functools.partial(add_entry, per_recording=per_recording),
        out_shape=jax.ShapeDtypeStruct((recordings, width), jnp.float32),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=(recordings * per_recording,),
            in_specs=[pl.BlockSpec((rows, width), page_of)],
            out_specs=pl.BlockSpec((1, width), recording_of),
        ),
        interpret=True,
    )(table.reshape(-1), x)
