import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    (positions,) = jnp.nonzero(mask, size=size, fill_value=readings.size)
    return readings.at[positions].get(mode="fill", fill_value=0), positions, mask.sum()
