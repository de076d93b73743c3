import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    (positions,) = jnp.nonzero(mask, size=int(mask.sum()))
    return readings[positions], positions, mask.sum()
