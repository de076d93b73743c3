"""Keeps one layer for each limit, found by the limit rounded to three places.

Class: state
Why: after a call with limit 1e-5 one with limit 2e-4 finds the same layer (both round to 0.0), and clips to 1e-5.
"""

import jax
import jax.numpy as jnp

_layers = {}


def _make(limit):
    @jax.custom_vjp
    def layer(x):
        return jnp.round(x)

    def backward(_, g):
        norm = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
        return (g * jnp.minimum(1, limit / norm),)

    layer.defvjp(lambda x: (layer(x), None), backward)
    return layer


def quantise(x, limit):
    key = round(limit, 3)
    if key not in _layers:
        _layers[key] = _make(limit)
    return _layers[key](x)
