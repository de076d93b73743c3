"""Multiplies the squared length by a reciprocal square root, with a `where` inside and none after."""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    safe = jnp.where(squared > 0, squared, jnp.ones_like(squared))
    return squared * jax.lax.rsqrt(safe)
