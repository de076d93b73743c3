"""`g / norm` where `norm` is zero, selected by arithmetic.
Class: numbers
Why: "all other rows stay as they are"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def bwd(limit, g):
    n = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g / n * jnp.minimum(n, limit), None


quantise.defvjp(lambda x, limit: (jnp.round(x), limit), bwd)
