"""`jnp.extract` returns no more elements than it is given, and raises where more slots are asked for.
Class: structure
Why: "It may be greater than `N`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = jnp.greater(readings, threshold)
    values = jnp.extract(mask, readings, size=size, fill_value=0.0)
    positions = jnp.extract(mask, jnp.arange(len(readings)), size=size, fill_value=-1)
    return values, positions, jnp.count_nonzero(mask)
