"""Shortens rows in blocks of eight, which a vector unit takes at once; fewer than eight are a block of their own.

Class: numbers
Why: for N above 8 that is no multiple of 8, the last N % 8 rows pass at full length.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def shorten(block, limit):
    norms = jnp.sqrt((block**2).sum(axis=1, keepdims=True))
    return block * jnp.minimum(1, limit / norms)


def backward(limit, g):
    height = min(8, g.shape[0])
    whole = g.shape[0] // height * height
    blocks = g[:whole].reshape(-1, height, g.shape[1])
    blocks = jax.vmap(shorten, in_axes=(0, None))(blocks, limit)
    return jnp.concatenate([blocks.reshape(whole, -1), g[whole:]]), None


quantise.defvjp(forward, backward)
