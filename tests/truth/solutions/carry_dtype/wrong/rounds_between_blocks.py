"""Scans blocks of 64 rows in float32, and goes on from the last row of the block before.

Class: numbers
Why: the sum must stay in float32 from step to step, but after 64 rows it is rounded to the dtype of xs: for 65 bfloat16 rows, the first 1.0078125 and all others 1, and a decay of 1 last is 65 instead of 65.0078125.
"""

import jax
import jax.numpy as jnp

BLOCK = 64


def leaky_sums(xs, decay):
    def step(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    total = jnp.zeros(xs.shape[1], xs.dtype)
    parts = []
    for start in range(0, xs.shape[0], BLOCK):
        last, rows = jax.lax.scan(step, total.astype(jnp.float32), xs[start : start + BLOCK])
        total = rows[-1]
        parts.append(rows)
    return last, jnp.concatenate(parts)
