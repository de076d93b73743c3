"""Keeps the sum in float32, and leaves it to JAX to convert each row where it is added.

Class: dtype
Why: breaches "no operation may mix arrays of different dtypes": for xs of bfloat16 or float16 float32 + xs[t] is converted silently.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def step(total, x):
        total = decay * total + x
        return total, total.astype(x.dtype)

    start = jnp.zeros(xs.shape[1], jnp.float32)
    return jax.lax.scan(step, start, xs)
