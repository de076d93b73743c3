"""No grid: the kernel is the plain program.

Class: memory
Why: "**A step gets a few blocks.**"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    def kernel(q, k, v, out):
        out[...] = jnp.tril(q[...] @ k[...].T) @ v[...]

    return pl.pallas_call(kernel, jax.ShapeDtypeStruct(values.shape, values.dtype), interpret=True)(
        queries, keys, values
    )
