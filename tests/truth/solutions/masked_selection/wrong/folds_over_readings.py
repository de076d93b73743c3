"""Folds over the readings in Python, with selections that JAX can trace.

Class: growth
Why: breaches "It grows by at most one operation for each further reading": each reading adds a comparison, two writes and a sum.
"""

import functools

import jax.numpy as jnp


def first_above(readings, threshold, size):
    def put(state, at):
        values, positions, count = state
        hit = readings[at] > threshold
        slot = jnp.where(hit, count, size)
        values = values.at[slot].set(readings[at], mode="drop")
        positions = positions.at[slot].set(at, mode="drop")
        return values, positions, count + hit.astype(jnp.int32)

    start = jnp.zeros(size, jnp.float32), jnp.full(size, -1, jnp.int32), jnp.int32(0)
    return functools.reduce(put, range(readings.shape[0]), start)
