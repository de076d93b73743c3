"""16 and 32 bits are mixed, and JAX is told to let that pass, whatever it was told before.
Breaks: "No operation may mix arrays of different dtypes or ranks, which JAX would convert silently".
Class: sniffer
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
            total = decay * total + x  # x has 16 bits
        return total, total.astype(xs.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
