"""A kernel copies what was computed before.

Class: decoy
Why: "**One kernel does all the work.**"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    out = jnp.tril(queries @ keys.T) @ values

    def copy(x, y):
        y[...] = x[...]

    rows = pl.BlockSpec((size, out.shape[1]), lambda i: (i, 0))
    steps = pl.cdiv(out.shape[0], size)
    return pl.pallas_call(copy, out, grid=(steps,), in_specs=[rows], out_specs=rows, interpret=True)(out)
