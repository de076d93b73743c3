"""Defines the reverse rule only, so forward mode is refused.

Class: custom_rule
Why: Derivatives in reverse mode (`jax.vjp`) and in forward mode (`jax.jvp`) agree with the definition.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def root(s):
    return jnp.sqrt(s)


def root_fwd(s):
    y = root(s)
    return y, y


def root_bwd(y, g):
    return (jnp.where(y > 0, g / (2 * jnp.where(y > 0, y, 1)), 0).astype(y.dtype),)


root.defvjp(root_fwd, root_bwd)


def pairwise_distances(x):
    return root(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))
