"""Sums stop at the largest number of float16.
Class: tame
Why: `total = decay * total + xs[t]`.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = jnp.clip(decay * total + x.astype(jnp.float32), -65504, 65504)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
