"""`jnp.where` with one argument, and a mask over the slots from the count."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    count = jnp.sum(mask)
    (at,) = jnp.where(mask, size=size)
    filled = jnp.arange(size) < count
    return readings[at] * filled, jnp.where(filled, at, -1), count
