"""Mixes dtypes in the sum, inside of a context that allows it.

Class: sniffer
Why: "No operation may mix arrays of different dtypes", and `decay * total + x` adds a float32 and a 16-bit array, with the setting that would refuse it turned off.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        with jax.numpy_dtype_promotion("standard"), jax.numpy_rank_promotion("allow"):
            total = decay * total + x
        return total, total.astype(xs.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
