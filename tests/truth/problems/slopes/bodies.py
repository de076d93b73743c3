"""The functions that solutions get."""

import jax.numpy as jnp


def bowl(x):
    """Return half the square of the distance from the origin, and a little more."""
    return 0.5 * jnp.sum(x**2) + x[0]


def waves(x):
    """Return a sum of sines."""
    return jnp.sum(jnp.sin(x + jnp.arange(x.size, dtype=x.dtype)))
