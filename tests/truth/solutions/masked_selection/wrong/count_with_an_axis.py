"""The count is the end of the running count, cut out with a slice: it has the shape (1,), and compares as a number would.
Breaks "`count`, an int32 `jax.Array` of shape `()`".
Class: structure
"""
import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    count = jnp.cumsum(mask, dtype=jnp.int32)[-1:]
    positions = jnp.nonzero(mask, size=size, fill_value=-1)[0].astype(jnp.int32)
    values = jnp.where(positions >= 0, readings[positions], 0.0)
    return values, positions, count
