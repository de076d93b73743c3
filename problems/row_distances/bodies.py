"""Distances of two vectors, float32[D] both. They are written for one pair, and know nothing of batches."""

import jax.numpy as jnp


def euclidean(x, y):
    """Return the length of the difference."""
    return jnp.sqrt(jnp.sum((x - y) ** 2))


def one_sided(x, y):
    """Return how far `x` is above `y`, and half of how far it is below: not symmetric."""
    gap = x - y
    return jnp.sum(jnp.maximum(gap, 0)) + 0.5 * jnp.sum(jnp.maximum(-gap, 0))


def shadow(x, y):
    """Return the length of the shadow that `x` has on `y`: negative where they point apart, and not symmetric."""
    return (x @ y) / jnp.sqrt(y @ y)


def warped(x, y):
    """Return a distance that looks at the order of the numbers."""
    return jnp.abs(jnp.cumsum(x) - jnp.cumsum(y)[::-1]).max()
