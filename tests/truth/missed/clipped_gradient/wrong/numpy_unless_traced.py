"""Shortens the rows in NumPy, and in JAX only where it sees a tracer.

Class: sniffer
Why: the statement says "no NumPy" and no decision of Python's on a number; called eagerly, the gradient is computed by NumPy and an `if` on its norms.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def _forward(x, limit):
    return jnp.round(x), None


def _backward(limit, _, g):
    if isinstance(g, jax.core.Tracer):
        norms = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
        return (g * jnp.minimum(1, limit / norms),)
    rows = np.array(g)
    for row in rows:
        norm = np.sqrt((row**2).sum())
        if norm > limit:
            row *= np.float32(limit / norm)
    return (jnp.asarray(rows),)


quantise.defvjp(_forward, _backward)
