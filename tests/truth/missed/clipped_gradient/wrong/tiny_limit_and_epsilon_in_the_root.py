"""Adds an epsilon in the root.

Class: numbers
Why: Breaks "a row whose Euclidean norm is greater than `limit` is scaled down to the norm `limit`": 1e-20 is added
under the root, which counts where the limit is as small as the statement allows. Seen with limit = 1e-10 and a row of
g [2e-10]: 1e-10 is expected, and 8.9e-11 comes. (Gradients of 1, 1e-15 or 1e12 don't show it.)
"""
import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norm = jnp.sqrt(jnp.sum(g**2, axis=1, keepdims=True) + 1e-20)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)
