import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    (positions,) = jnp.nonzero(mask, size=size, fill_value=-1)
    filled = positions >= 0
    return jnp.where(filled, readings[positions], 0), positions, filled.sum()
