"""Padding lies one beyond the end, where mode `fill` knows what to do."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    above = jnp.greater(readings, threshold)
    (at,) = jnp.nonzero(above, size=size, fill_value=readings.size)
    values = readings.at[at].get(mode="fill", fill_value=0.0)
    return values, jnp.where(at == readings.size, -1, at), jnp.count_nonzero(above)
