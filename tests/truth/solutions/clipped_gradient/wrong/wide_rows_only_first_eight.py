"""The norm is taken of the first eight numbers of a row.
Class: tame
Why: "a row whose Euclidean norm is greater than `limit`"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def bwd(limit, g):
    n = jnp.linalg.norm(g[:, :8], axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / n), None


quantise.defvjp(lambda x, limit: (jnp.round(x), limit), bwd)
