"""What the editor held at first.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    positions = jnp.nonzero(readings > threshold)[0]
    count = jnp.int32(positions.size)
    positions = positions[:size]
    empty = size - positions.size
    values = jnp.pad(readings[positions], (0, empty))
    return values, jnp.pad(positions, (0, empty), constant_values=-1), count
