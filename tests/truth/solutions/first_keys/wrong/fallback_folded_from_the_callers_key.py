"""A fallback for noise that isn't finite is drawn from a key which is folded out of the caller's.

Class: key
Why: Right numbers, but it breaches "`next_key` is for the caller, so nothing may be drawn from it": it is folded, the result is drawn from, and it's still returned.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, x.shape)
    spare = jax.random.normal(jax.random.fold_in(next_key, 1), x.shape)
    noise = jnp.where(jnp.isfinite(noise), noise, spare)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, x + noise, coins
