"""Prints a warning while the program runs if there are more alarms than slots.

Class: host
Why: jax.debug.print calls back into Python, and "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    count = mask.sum(dtype=jnp.int32)
    jax.lax.cond(
        count > size,
        lambda count: jax.debug.print("{} alarms, too many for the slots", count),
        lambda count: None,
        count,
    )
    positions = jnp.flatnonzero(mask, size=size, fill_value=-1).astype(jnp.int32)
    values = jnp.where(positions >= 0, readings[positions], 0)
    return values, positions, count
