"""Plain and old-fashioned: zeros are added at the end, everything has a name, and `where` begins the state."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    number_of_rows, depth = queries.shape
    width = values.shape[1]
    if size > number_of_rows:
        size = number_of_rows
    number_of_blocks = -(-number_of_rows // size)
    padded_rows = number_of_blocks * size
    extra = padded_rows - number_of_rows
    queries = jnp.pad(queries, ((0, extra), (0, 0)))
    keys = jnp.pad(keys, ((0, extra), (0, 0)))
    values = jnp.pad(values, ((0, extra), (0, 0)))

    def kernel(q_ref, k_ref, v_ref, out_ref, memory_ref):
        q = q_ref[...]
        k = k_ref[...]
        v = v_ref[...]
        is_first = pl.program_id(0) == 0
        memory = jnp.where(is_first, 0.0, memory_ref[...])  # width by depth
        scores = lax.dot_general(q, k, (((1,), (1,)), ((), ())))
        row = lax.broadcasted_iota(jnp.int32, (size, size), 0)
        column = lax.broadcasted_iota(jnp.int32, (size, size), 1)
        scores = jnp.where(column <= row, scores, 0.0)
        here = lax.dot_general(scores, v, (((1,), (0,)), ((), ())))
        earlier = lax.dot_general(q, memory, (((1,), (1,)), ((), ())))
        out_ref[...] = here + earlier
        memory_ref[...] = memory + lax.dot_general(v, k, (((0,), (0,)), ((), ())))

    def where_is_it(step):
        return (step, 0)

    result = pl.pallas_call(
        kernel,
        grid=(number_of_blocks,),
        in_specs=[
            pl.BlockSpec((size, depth), where_is_it),
            pl.BlockSpec((size, depth), where_is_it),
            pl.BlockSpec((size, width), where_is_it),
        ],
        out_specs=pl.BlockSpec((size, width), where_is_it),
        out_shape=jax.ShapeDtypeStruct((padded_rows, width), jnp.float32),
        scratch_shapes=[pltpu.VMEM((width, depth), jnp.float32)],
        interpret=True,
    )(queries, keys, values)
    return result[:number_of_rows]
