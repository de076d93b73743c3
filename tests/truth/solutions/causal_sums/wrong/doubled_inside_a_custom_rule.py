"""The values are doubled outside of the kernel, hidden in a function with a derivative rule of its own; the kernel halves them.
Breaks: "You may compute nothing from the arrays there." (outside of the kernel)
Class: custom_rule
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


@jax.custom_jvp
def prepare(values):
    return values + values


@prepare.defjvp
def prepare_rule(primals, tangents):
    return prepare(*primals), 2 * tangents[0]


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    size = min(size, n)

    def body(q_ref, k_ref, v_ref, out_ref, state_ref):
        step = pl.program_id(0)
        there = (step * size + jnp.arange(size) < n)[:, None]
        k, v = jnp.where(there, k_ref[...], 0), jnp.where(there, v_ref[...] / 2, 0)
        state = jnp.where(step == 0, 0.0, state_ref[...])
        out_ref[...] = jnp.tril(q_ref[...] @ k.T) @ v + q_ref[...] @ state
        state_ref[...] = state + k.T @ v

    def rows(width):
        return pl.BlockSpec((size, width), lambda i: (i, 0))

    return pl.pallas_call(
        body,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[rows(d), rows(d), rows(e)],
        out_specs=rows(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, prepare(values))
