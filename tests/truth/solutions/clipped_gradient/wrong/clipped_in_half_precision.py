"""Scales in bfloat16.

Class: dtype
Why: The gradients equal the reference's up to rounding.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return (g * jnp.minimum(1, limit / norm)).astype(jnp.bfloat16).astype(g.dtype), None


quantise.defvjp(forward, backward)
