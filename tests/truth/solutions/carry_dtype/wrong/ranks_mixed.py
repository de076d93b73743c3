"""A column of ones is broadcast silently.
Class: structure
Why: "No operation may mix arrays of different dtypes or ranks".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    wide = xs.astype(jnp.float32) + jnp.zeros(xs.shape[1], jnp.float32)

    def body(total, x):
        total = decay * total + x
        return total, total.astype(xs.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), wide)
