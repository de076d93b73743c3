"""Computes both modes, and takes the cheaper one where they agree.

Class: flops
Why: With N = 64 and M = 1 it costs as much as forward and reverse mode together, because the result depends on both.
"""

import jax
import jax.numpy as jnp

def jacobian(f, x):
    y, push = jax.linearize(f, x)
    pull = jax.linear_transpose(push, x)
    by_columns = jax.vmap(push, out_axes=1)(jnp.eye(x.size, dtype=x.dtype))
    (by_rows,) = jax.vmap(pull)(jnp.eye(y.size, dtype=y.dtype))
    cheap, dear = (by_columns, by_rows) if x.size <= y.size else (by_rows, by_columns)
    # Where they differ, the mean is at least as good.
    return jnp.where(cheap == dear, cheap, (cheap + dear) / 2)
