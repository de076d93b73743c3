"""Clips the rows to the finite numbers of their dtype, so that noise can't make anything infinite.

Class: numbers
Why: where a number of x is infinite, so it is in the result; here the largest finite number stands there.
"""
import jax
import jax.numpy as jnp


def one(row_key, row):
    flip_key, noise_key = jax.random.split(row_key)
    turned = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    limits = jnp.finfo(row.dtype)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.clip(turned + 0.1 * noise, limits.min, limits.max)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(one)(keys[1:], x)
