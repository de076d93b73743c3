import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    (positions,) = jnp.nonzero(mask, size=size)
    return readings[positions], positions, mask.sum()
