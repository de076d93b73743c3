"""A custom_vjp with the right backward pass.

Class: custom_rule
Why: jax.jvp raises a TypeError for every x, since a custom_vjp has no forward mode.
"""

import jax
import jax.numpy as jnp


def differences(x):
    wide = x.astype(jnp.float32)
    return wide[:, None] - wide[None]


@jax.custom_vjp
def pairwise_distances(x):
    return jnp.sqrt(jnp.sum(differences(x) ** 2, axis=-1)).astype(x.dtype)


def forward(x):
    return pairwise_distances(x), x


def backward(x, g):
    gap = differences(x)
    size = jnp.sqrt(jnp.sum(gap**2, axis=-1))
    is_zero = size == 0
    weight = jnp.where(is_zero, 0.0, g.astype(jnp.float32) / jnp.where(is_zero, 1.0, size))
    push = weight[..., None] * gap
    return ((push.sum(axis=1) - push.sum(axis=0)).astype(x.dtype),)


pairwise_distances.defvjp(forward, backward)
