"""All of it under jit, the size too.
Class: structure
Why: "JAX must be able to trace the function, with the number `size` known".
"""

import jax
import jax.numpy as jnp


@jax.jit
def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, mask.sum()
