"""Divides by the larger of the norm and the limit."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return limit * g / jnp.maximum(norm, limit), None


quantise.defvjp(forward, backward)
