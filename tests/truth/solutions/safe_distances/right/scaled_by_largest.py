"""Divides each difference by its largest component, like hypot does, and treats this scale as a constant."""

import jax
import jax.numpy as jnp


def distance(a, b):
    gap = a - b
    scale = jax.lax.stop_gradient(jnp.abs(gap).max())
    same = scale == 0
    ratio = gap / jnp.where(same, 1, scale)  # the largest is 1 or -1
    squared = jnp.where(same, 1, (ratio**2).sum())
    return jnp.where(same, 0, scale * jnp.sqrt(squared))


def pairwise_distances(x):
    wide = x.astype(jnp.float32)
    rows = lambda a: jax.vmap(lambda b: distance(a, b))(wide)
    return jax.vmap(rows)(wide).astype(x.dtype)
