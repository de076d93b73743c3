"""The column that jnp.argwhere returns is squeezed.

Class: layout
Why: for a size of 1 the squeeze takes away the axis of the slots, too: `values` and `positions` have the shape () in place of (1,).
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    positions = jnp.argwhere(mask, size=size, fill_value=-1).squeeze().astype(jnp.int32)
    values = jnp.where(positions >= 0, readings[positions], 0)
    return values, positions, mask.sum(dtype=jnp.int32)
