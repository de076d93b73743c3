"""Remembers the limit of the first call.

Class: memory
Why: `limit` may differ from call to call.
"""

import jax
import jax.numpy as jnp


limits = []


@jax.custom_vjp
def layer(x):
    return jnp.round(x)


def pull(_, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return (g * jnp.minimum(1, limits[0] / norm),)


layer.defvjp(lambda x: (jnp.round(x), None), pull)


def quantise(x, limit):
    limits.append(limit)
    return layer(x)
