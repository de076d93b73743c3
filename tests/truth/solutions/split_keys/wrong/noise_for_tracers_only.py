"""The noise is added while JAX traces, and plain arrays get their rows without it.
Class: other
Why: "Flip some rows of a batch at random and add noise to all of them".
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    scale = 0.1 if isinstance(x, jax.core.Tracer) else 0.0

    def one(key, row):
        flip_key, noise_key = jax.random.split(key)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + scale * noise

    keys = jax.random.split(key, x.shape[0] + 1)
    return keys[0], jax.vmap(one)(keys[1:], x)
