"""A scan writes one slot after the other, under jit with a static size."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def first_above(readings, threshold, size):
    def look(state, reading):
        values, positions, count, index = state
        slot = jnp.where(reading > threshold, count, size)
        values = values.at[slot].set(reading, mode="drop")
        positions = positions.at[slot].set(index, mode="drop")
        return (values, positions, count + (reading > threshold), index + 1), None

    start = (jnp.zeros(size), jnp.full(size, -1, jnp.int32), jnp.int32(0), jnp.int32(0))
    (values, positions, count, _), _ = jax.lax.scan(look, start, readings)
    return values, positions, count
