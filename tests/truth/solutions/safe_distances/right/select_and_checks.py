"""Checks shape and dtype, and selects by `jax.lax.select` with arrays of one dtype."""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    x = jnp.asarray(x)
    assert x.ndim == 2, "x must hold one point in each row"
    n, _ = x.shape
    # all differences between two points
    a = jnp.repeat(x, n, axis=0)
    b = jnp.tile(x, (n, 1))
    squared = jnp.square(a - b).sum(axis=1)
    mask = squared == 0
    ones = jnp.ones_like(squared)
    zeros = jnp.zeros_like(squared)
    inside = jax.lax.select(mask, ones, squared)
    result = jax.lax.select(mask, zeros, jnp.sqrt(inside))
    result = result.reshape(n, n)
    assert result.shape == (n, n)
    assert result.dtype == x.dtype
    return result
