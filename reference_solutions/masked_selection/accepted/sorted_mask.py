"""A stable sort of the mask brings the hits to the front; padded first, so that any size can be cut off."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    padded = jnp.pad(readings, (0, size), constant_values=-jnp.inf)
    mask = padded > threshold
    order = jnp.argsort(~mask, stable=True)[:size]
    hit = mask[order]
    return jnp.where(hit, padded[order], 0), jnp.where(hit, order, -1), mask.sum()
