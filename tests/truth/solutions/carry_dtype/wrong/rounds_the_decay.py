"""Keeps a float32 sum, with the decay in the dtype of xs.

Class: dtype
Why: a decay of 0.995 becomes 0.9961 in bfloat16, so after 300 rows `last` is off by several percent.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    keep = decay.astype(xs.dtype)

    def body(total, x):
        total = keep.astype(jnp.float32) * total + x.astype(jnp.float32)
        return total, total.astype(xs.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
