"""Finds the positions by looking for equal values, which may occur twice.
Class: tame
Why: "any may be 0 or occur twice".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    values = jnp.compress(jnp.pad(mask, (0, size)), jnp.pad(readings, (0, size)), size=size, fill_value=0)
    at = jnp.argmax(readings[None, :] == values[:, None], axis=1)
    filled = jnp.arange(size) < mask.sum()
    return values, jnp.where(filled, at, -1), mask.sum()
