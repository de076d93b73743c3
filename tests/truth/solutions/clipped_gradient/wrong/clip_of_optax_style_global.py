"""Clips by the norm of the whole batch if any row is long.
Class: numbers
Why: "a row whose Euclidean norm is greater than `limit` is scaled down to the norm `limit`"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def bwd(limit, g):
    n = jnp.linalg.norm(g, axis=1).max()
    return g * jnp.minimum(1, limit / n), None


quantise.defvjp(lambda x, limit: (jnp.round(x), limit), bwd)
