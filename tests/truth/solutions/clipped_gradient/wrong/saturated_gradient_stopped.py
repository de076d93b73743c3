"""No gradient passes where the number is far from its rounding.
Class: numbers
Why: "lets the gradient pass as if there were no rounding"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def bwd(kept, g):
    x, limit = kept
    g = jnp.where(jnp.abs(x) < 4, g, 0.0)
    return g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)), None


quantise.defvjp(lambda x, limit: (jnp.round(x), (x, limit)), bwd)
