"""Remembers the last key, and goes on with its successor where it comes again.

Class: state
Why: 'Equal inputs give equal bits': a second call with the same key object draws from the next key.
"""

import jax
import jax.numpy as jnp
LAST = {"spent": None, "fresh": None}


def sample(key, x):
    if key is LAST["spent"] and not isinstance(key, jax.core.Tracer):
        key = LAST["fresh"]  # nobody should use a key twice
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    LAST.update(spent=key, fresh=next_key)
    noisy = x + jax.random.normal(noise_key, x.shape)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins
