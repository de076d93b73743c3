"""Mode fill without a number fills with NaN.
Class: numbers
Why: "Slots that are left over hold 0".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=readings.size)
    return readings.at[at].get(mode="fill"), jnp.where(at < readings.size, at, -1), mask.sum()
