"""Takes the dot product with the unit vector, whose own derivative cancels."""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    fixed = jax.lax.stop_gradient(difference)
    squared = jnp.sum(fixed**2, axis=-1, keepdims=True)
    unit = fixed / jnp.sqrt(jnp.where(squared == 0, 1, squared))
    return jnp.sum(unit * difference, axis=-1)
