"""Takes the next key from a function with a derivative rule of its own, and the rows' keys from another split.

Class: custom_rule
Why: "Split key once": the custom_jvp splits the caller's key, and then it is split once more for the rows.
"""
import jax
import jax.numpy as jnp


@jax.custom_jvp
def following(key):
    return jax.random.split(key)[0]


@following.defjvp
def no_slope(primals, tangents):
    return following(*primals), tangents[0]


def one(row_key, row):
    flip_key, noise_key = jax.random.split(row_key)
    flip = jax.random.bernoulli(flip_key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(flip, row[::-1], row) + 0.1 * noise


def augment(key, x):
    row_keys = jax.random.split(key, len(x) + 1)[1:]
    return following(key), jax.vmap(one)(row_keys, x)
