"""Checks its arguments' shapes, and names each step."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    assert g.ndim == 2
    squares = g**2
    lengths = jnp.sqrt(squares.sum(axis=1))
    factors = jnp.minimum(jnp.ones_like(lengths), limit / lengths)
    return jnp.einsum("n,nd->nd", factors, g), None


quantise.defvjp(forward, backward)
