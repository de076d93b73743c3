import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    order = jnp.argsort(jnp.where(mask, -readings, jnp.inf))
    order = jnp.pad(order, (0, size))[:size]
    filled = jnp.arange(size) < mask.sum()
    return jnp.where(filled, readings[order], 0), jnp.where(filled, order, -1), mask.sum()
