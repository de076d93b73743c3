import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    (positions,) = jnp.nonzero(mask, size=size, fill_value=readings.size)
    values = readings.at[positions].get(mode="fill", fill_value=0)
    return values, jnp.where(values == 0, -1, positions), mask.sum()
