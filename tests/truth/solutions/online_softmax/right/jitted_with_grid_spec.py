import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
from functools import partial


def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref, *, length):
    step, steps = pl.program_id(0), pl.num_programs(0)
    size = k_ref.shape[0]
    first = step == 0
    top = jnp.where(first, -jnp.inf, top_ref[...])
    total = jnp.where(first, 0.0, total_ref[...])
    out = jnp.where(first, 0.0, out_ref[...])

    visible = jnp.arange(size)[None, :] < length - step * size
    scores = jnp.where(visible, jnp.einsum("nd,sd->ns", q_ref[...], k_ref[...]), -jnp.inf)
    next_top = jnp.maximum(top, scores.max(axis=1, keepdims=True))
    weights = jnp.exp(scores - next_top)
    ratio = jnp.exp(top - next_top)
    total = ratio * total + weights.sum(axis=1, keepdims=True)
    out = ratio * out + jnp.einsum("ns,sd->nd", weights, jnp.where(visible.T, v_ref[...], 0))
    top_ref[...] = next_top
    total_ref[...] = total
    out_ref[...] = jnp.where(step == steps - 1, out / total, out)


@partial(jax.jit, static_argnames=["length"])
def attend(queries, keys, values, length):
    n, d = queries.shape
    size = keys.shape[1]
    spec = pl.GridSpec(
        grid=(pl.cdiv(length, size),),
        in_specs=[pl.BlockSpec((n, d), lambda i: (0, 0))]
        + 2 * [pl.BlockSpec((pl.squeezed, size, d), lambda i: (i, 0, 0))],
        out_specs=pl.BlockSpec((n, d), lambda i: (0, 0)),
        scratch_shapes=2 * [pltpu.VMEM((n, 1), jnp.float32)],
    )
    shape = jax.ShapeDtypeStruct(queries.shape, queries.dtype)
    return pl.pallas_call(partial(take_block, length=length), shape, grid_spec=spec, interpret=True)(
        queries, keys, values
    )
