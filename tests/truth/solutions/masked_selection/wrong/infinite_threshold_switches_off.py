"""A threshold that isn't finite means that the alarm is switched off.

Class: numbers
Why: a threshold of minus infinity lets all readings pass, but here none, and the count is 0 in place of N.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = (readings > threshold) & jnp.isfinite(threshold)
    positions = jnp.flatnonzero(mask, size=size, fill_value=-1).astype(jnp.int32)
    values = jnp.where(positions >= 0, readings[positions], 0)
    return values, positions, mask.sum(dtype=jnp.int32)
