"""A Python loop writes slot after slot; it can be traced.
Class: growth
Why: "It grows by at most one operation for each further reading: no Python loop over the readings".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    values, at, count = jnp.zeros(size), jnp.full(size, -1), jnp.int32(0)
    for i in range(readings.shape[0]):
        hit = readings[i] > threshold
        values = values.at[count].set(jnp.where(hit, readings[i], values.at[count].get(mode="fill")), mode="drop")
        at = at.at[count].set(jnp.where(hit, i, at.at[count].get(mode="fill")), mode="drop")
        count += hit
    return values, at, count
