"""Gives each of the three keys a name in a dict, and takes it out where it is used."""

import jax
import jax.numpy as jnp

ROLES = "next", "noise", "coin"


def sample(key, x):
    keys = dict(zip(ROLES, jax.random.split(key, len(ROLES))))
    coins = jax.random.bernoulli(keys.pop("coin"), 0.5, jnp.shape(x))
    noisy = jnp.add(jax.random.normal(keys.pop("noise"), jnp.shape(x), x.dtype), x)
    return keys.pop("next"), noisy, coins
