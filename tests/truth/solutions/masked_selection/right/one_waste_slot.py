"""The result has one more slot, which collects what isn't wanted and is cut off."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    slot = jnp.minimum(jnp.where(mask, jnp.cumsum(mask) - 1, size), size)
    values = jnp.zeros(size + 1, readings.dtype).at[slot].set(readings)[:size]
    positions = jnp.full(size + 1, -1).at[slot].set(jnp.arange(readings.shape[0]))[:size]
    return values, positions, jnp.sum(mask)
