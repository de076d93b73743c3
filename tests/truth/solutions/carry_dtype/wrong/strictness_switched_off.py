"""It turns JAX's strict modes off while it is traced, and then mixes float32 with 16 bits.
It breaks "No operation may mix arrays of different dtypes or ranks, which JAX would convert silently".
Class: sniffer
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):

        def body(total, x):
            total = decay * total + x
            return total, total.astype(x.dtype)

        return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
