"""Stops the gradient at the points, so it is zero everywhere.

Class: numbers
Why: Derivatives with respect to `x` agree with the definition.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    x = jax.lax.stop_gradient(x)
    return jnp.sqrt(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))
