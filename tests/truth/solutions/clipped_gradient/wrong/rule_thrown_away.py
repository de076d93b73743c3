"""Adds zero times a layer that has the rule.

Class: decoy
Why: Going back, the layer lets the gradient pass.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def layer(x, limit):
    return x


def pull(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norm), None


layer.defvjp(lambda x, limit: (x, limit), pull)


def quantise(x, limit):
    return jnp.round(x) + 0 * layer(x, limit)
