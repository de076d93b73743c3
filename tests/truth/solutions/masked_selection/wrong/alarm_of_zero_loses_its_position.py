"""Empty slots are told by their value 0; so a reading of 0 above a negative threshold gets the position -1.
Breaks "`positions`: where each of these stands in `readings`" ("any may be 0").
Class: numbers
"""
import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    padded = jnp.append(readings, 0.0)
    places = jnp.nonzero(mask, size=size, fill_value=readings.size)[0]
    values = padded[places]
    positions = jnp.where(values == 0, -1, places).astype(jnp.int32)
    return values, positions, mask.sum(dtype=jnp.int32)
