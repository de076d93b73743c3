"""Slot k holds the first position at which k + 1 hits have been counted."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    hits = jnp.cumsum(readings > threshold)
    slots = jnp.arange(size)
    found = jnp.searchsorted(hits, slots + 1)
    filled = slots < hits[-1]
    positions = jnp.where(filled, found, -1)
    return jnp.where(filled, jnp.take(readings, positions, mode="clip"), 0), positions, hits[-1]
