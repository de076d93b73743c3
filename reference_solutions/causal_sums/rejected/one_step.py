import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    def take_all(q_ref, k_ref, v_ref, out_ref):
        out_ref[...] = jnp.tril(q_ref[...] @ k_ref[...].T) @ v_ref[...]

    out_shape = jax.ShapeDtypeStruct(values.shape, values.dtype)
    return pl.pallas_call(take_all, out_shape, interpret=True)(queries, keys, values)
