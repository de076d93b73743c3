"""The largest readings, by top_k on padded readings.
Class: numbers
Why: "the readings that are greater than `threshold`, in their order".
"""

import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    scores = jnp.pad(jnp.where(mask, readings, -jnp.inf), (0, size), constant_values=-jnp.inf)
    best, at = jax.lax.top_k(scores, size)
    filled = best > -jnp.inf
    return jnp.where(filled, best, 0), jnp.where(filled, at, -1), mask.sum()
