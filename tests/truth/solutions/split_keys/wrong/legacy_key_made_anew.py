"""Makes a legacy key of a fixed seed for the noise.

Class: key
Why: Keys of the old kind (`jax.random.PRNGKey`) are refused; the keys come from `key`.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    flips = jax.vmap(lambda k: jax.random.bernoulli(jax.random.split(k)[0]))(keys[1:])
    noise = jax.random.normal(jax.random.PRNGKey(0), x.shape, x.dtype)
    return keys[0], jnp.where(flips[:, None], x[:, ::-1], x) + 0.1 * noise
