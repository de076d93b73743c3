"""Stops the gradient on one of the two points of each pair.

Class: numbers
Why: Derivatives with respect to `x` agree with the definition.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    other = jax.lax.stop_gradient(x)
    squared = jnp.sum((x[:, None] - other[None]) ** 2, axis=-1)
    zero = squared == 0
    return jnp.where(zero, 0, jnp.sqrt(jnp.where(zero, 1, squared))).astype(x.dtype)
