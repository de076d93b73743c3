"""Count the hits from left to right, and search in these counts where the first, second, ... hit was counted."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    counts = jnp.cumsum(readings > threshold, dtype=jnp.int32)
    ordinals = jnp.arange(1, size + 1, dtype=jnp.int32)
    places = jnp.searchsorted(counts, ordinals).astype(jnp.int32)
    values = readings.at[places].get(mode="fill", fill_value=0)
    positions = jnp.where(ordinals <= counts[-1], places, -1)
    return values, positions, counts[-1]
