"""Convolves each column with the powers of the decay, of which it takes 128.

Class: numbers
Why: with a decay of 1 and T = 300 rows, rows that lie 128 or more back are missing from the sum.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    length = min(xs.shape[0], 128)
    kernel = decay ** jnp.arange(length, dtype=jnp.float32)

    def of_column(column):
        return jnp.convolve(column, kernel)[: xs.shape[0]]

    sums = jax.vmap(of_column, in_axes=1, out_axes=1)(xs.astype(jnp.float32))
    return sums[-1], sums.astype(xs.dtype)
