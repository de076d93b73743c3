"""Mixes dtypes and ranks where it likes, under settings that allow it whatever the caller has set.

Class: sniffer
Why: breaches "no operation may mix arrays of different dtypes or ranks ... convert explicitly, by astype": a strict setting of the grader is overruled, and each step adds a row of 16 bits to a float32 array with one axis more.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def step(total, x):
        total = decay * total + x  # (1, D) and (D,), float32 and that of xs
        return total, total[0].astype(x.dtype)

    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
        start = jnp.zeros((1, xs.shape[1]), jnp.float32)
        last, rows = jax.lax.scan(step, start, xs)
    return last[0], rows
