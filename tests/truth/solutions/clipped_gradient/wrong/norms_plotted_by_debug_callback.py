"""The backward pass sends the norms of the incoming gradient to a list of Python's, to be plotted.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp

NORMS = []


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norms = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
    jax.debug.callback(NORMS.append, norms)
    return g * jnp.minimum(1, limit / norms), None


quantise.defvjp(forward, backward)
