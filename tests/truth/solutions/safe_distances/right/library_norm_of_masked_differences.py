"""Gives `jnp.linalg.norm` a vector of ones where two points are the same, and masks the result."""

import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    same = jnp.all(difference == 0, axis=-1)
    harmless = jnp.where(same[..., None], jnp.ones_like(difference), difference)
    lengths = jnp.linalg.norm(harmless, axis=-1)
    return jnp.where(same, jnp.zeros_like(lengths), lengths)
