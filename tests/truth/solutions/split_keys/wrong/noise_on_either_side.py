"""Writes the noise into both sides of the selection, drawn where it is needed.

Class: key
Why: "Each key is used at most once": each noise_key is drawn from twice, once for the turned row and once for the plain one; the numbers are right.
"""
import jax
import jax.numpy as jnp


def noisy(key, row):
    return row + 0.1 * jax.random.normal(key, row.shape, row.dtype)


def one(row_key, row):
    flip_key, noise_key = jax.random.split(row_key)
    flip = jax.random.bernoulli(flip_key)
    return jnp.where(flip, noisy(noise_key, row[::-1]), noisy(noise_key, row))


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(one)(keys[1:], x)
