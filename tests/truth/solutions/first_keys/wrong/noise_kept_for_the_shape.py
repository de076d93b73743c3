"""Keeps the noise that it drew for a shape, unless JAX traces.

Class: memory
Why: In a second eager call with another key and the same N, noisy holds the noise of the first key.
"""

import jax

kept = {}


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    if isinstance(x, jax.core.Tracer) or isinstance(key, jax.core.Tracer):
        return next_key, x + jax.random.normal(noise_key, x.shape), coins
    if x.shape not in kept:
        kept[x.shape] = jax.random.normal(noise_key, x.shape)
    return next_key, x + kept[x.shape], coins
