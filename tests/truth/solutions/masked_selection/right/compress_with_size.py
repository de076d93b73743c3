"""Padded first, since `jnp.compress` returns no more elements than it is given."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    longer = jnp.pad(readings, (0, size))
    chosen = jnp.pad(mask, (0, size))
    values = jnp.compress(chosen, longer, size=size, fill_value=0)
    positions = jnp.compress(chosen, jnp.arange(longer.size), size=size, fill_value=-1)
    return values, positions, mask.sum()
