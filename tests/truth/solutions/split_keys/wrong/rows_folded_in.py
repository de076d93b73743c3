"""Takes the rows' keys by `fold_in`, beside a split of the same key.

Class: key
Why: Split `key` once into `N + 1` keys; each key is used at most once in a call.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape

    def one(i, row):
        flip_key, noise_key = jax.random.split(jax.random.fold_in(key, i + 1))
        flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return flipped + 0.1 * jax.random.normal(noise_key, (d,), x.dtype)

    return jax.random.split(key, n + 1)[0], jax.vmap(one)(jnp.arange(n), x)
