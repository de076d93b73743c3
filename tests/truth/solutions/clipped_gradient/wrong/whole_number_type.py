"""Rounds by way of int32, since the hardware has whole numbers.

Class: numbers
Why: for x = 3e9 or -1e20, finite float32 numbers, int32 saturates and the result is about 2.1e9 in size, not jnp.round(x).
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x).astype(jnp.int32).astype(jnp.float32)


def _forward(x, limit):
    return quantise(x, limit), None


def _backward(limit, _, g):
    norms = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
    return (g * jnp.minimum(1, limit / norms),)


quantise.defvjp(_forward, _backward)
