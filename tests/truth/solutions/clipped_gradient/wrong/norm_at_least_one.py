"""To be safe from a division by 0, the norm is taken as 1 at least: with a limit below 1, short rows are scaled, too.
Breaks: "a row whose Euclidean norm is greater than `limit` is scaled down to the norm `limit`, and all other rows stay".
Class: numbers
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), None


def backward(limit, _, g):
    norm = jnp.maximum(jnp.linalg.norm(g, axis=1, keepdims=True), 1.0)
    return (g * jnp.minimum(1, limit / norm),)


quantise.defvjp(forward, backward)
