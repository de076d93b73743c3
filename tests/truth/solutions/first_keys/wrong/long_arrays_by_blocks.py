"""Draws the noise of long arrays in blocks of 1024 numbers, each from a key folded out of the noise key.

Class: example
Why: For N over 1024 noisy isn't x plus `jax.random.normal` of the shape of x from `noise_key`, but other numbers.
"""

import jax
import jax.numpy as jnp

BLOCK = 1024


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    if x.size <= BLOCK:
        noise = jax.random.normal(noise_key, x.shape)
    else:
        blocks = -(-x.size // BLOCK)
        keys = jax.vmap(lambda i: jax.random.fold_in(noise_key, i))(jnp.arange(blocks))
        noise = jax.vmap(lambda k: jax.random.normal(k, (BLOCK,)))(keys).reshape(-1)[: x.size]
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, x + noise, coins
