"""Computes the factors of the backward pass in NumPy, by a callback.

Class: host
Why: breaches "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def _factors(g, limit):
    norm = np.sqrt((np.asarray(g) ** 2).sum(axis=1, keepdims=True))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.minimum(1, np.float32(limit) / norm).astype(np.float32)


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return quantise(x, limit), limit


def backward(limit, g):
    shape = jax.ShapeDtypeStruct((g.shape[0], 1), jnp.float32)
    return g * jax.pure_callback(_factors, shape, g, limit), None


quantise.defvjp(forward, backward)
