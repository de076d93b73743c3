"""`nondiff_argnums`: the limit is handed to both rules, and gets no gradient."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), None


def backward(limit, _, g):
    norm = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
    return (jnp.where(norm > limit, limit * g / norm, g),)


quantise.defvjp(forward, backward)
