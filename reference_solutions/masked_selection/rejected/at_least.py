import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings >= threshold
    (positions,) = jnp.nonzero(mask, size=size, fill_value=-1)
    return jnp.where(positions >= 0, readings[positions], 0), positions, mask.sum()
