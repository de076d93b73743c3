"""Rounds in NumPy, by a callback.

Class: host
Why: Host callbacks are not allowed.
"""

import jax
import jax.numpy as jnp
import numpy as np


def round_on_the_host(x):
    return jax.pure_callback(np.round, jax.ShapeDtypeStruct(x.shape, x.dtype), x)


@jax.custom_vjp
def quantise(x, limit):
    return round_on_the_host(x)


def forward(x, limit):
    return round_on_the_host(x), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)
