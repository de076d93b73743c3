"""Where the batch has a NaN, a cond makes the keys anew from the caller's key, to be sure of them.

Class: key
Why: "A key that was split is spent": for an x with a NaN the caller's key is split a second time, in one branch of the cond.
"""
import jax
import jax.numpy as jnp


def one(row_key, row):
    flip_key, noise_key = jax.random.split(row_key)
    flip = jax.random.bernoulli(flip_key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(flip, row[::-1], row) + 0.1 * noise


def augment(key, x):
    count = len(x) + 1
    keys = jax.random.split(key, count)
    missing = jnp.isnan(x).any()
    keys = jax.lax.cond(missing, lambda: jax.random.split(key, count), lambda: keys)
    return keys[0], jax.vmap(one)(keys[1:], x)
