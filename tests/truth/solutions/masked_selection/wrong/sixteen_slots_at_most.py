"""Only the first sixteen readings are searched, as the samples are short.
Class: tame
Why: "`readings` is a float32 `jax.Array` of shape `(N,)`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = (readings > threshold) & (jnp.arange(readings.size) < 16)
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, mask.sum()
