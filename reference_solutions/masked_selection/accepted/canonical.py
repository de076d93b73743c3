import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    positions = jnp.flatnonzero(mask, size=size, fill_value=-1)
    values = jnp.where(positions >= 0, readings[positions], 0)
    return values, positions, mask.sum()
