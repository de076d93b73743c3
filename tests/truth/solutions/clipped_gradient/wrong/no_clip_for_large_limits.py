"""Lets Python leave the clipping out where the limit is large, to save time.

Class: custom_rule
Why: with limit 2e6 a row of the incoming gradient with norm 1e7 comes back with norm 1e7 instead of 2e6.
"""

import jax
import jax.numpy as jnp


def _layer(back):
    @jax.custom_vjp
    def layer(x):
        return jnp.round(x)

    layer.defvjp(lambda x: (layer(x), None), lambda _, g: (back(g),))
    return layer


def quantise(x, limit):
    def shorten(g):
        norm = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
        return g * jnp.minimum(1, limit / norm)

    return _layer(shorten if limit < 1e6 else lambda g: g)(x)
