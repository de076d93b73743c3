"""A Python loop over the readings, whose body is one jitted function, so that each reading adds a single call to the program.

Class: growth
Why: "no Python loop over the readings": with each reading comes another copy of the whole step, though it looks like one operation from outside.
"""

import jax
import jax.numpy as jnp


@jax.jit
def look(i, count, values, positions, readings, threshold):
    hit = readings[i] > threshold
    slot = jnp.where(hit, count, values.shape[0])
    values = values.at[slot].set(readings[i], mode="drop")
    positions = positions.at[slot].set(i, mode="drop")
    return i + 1, count + hit.astype(jnp.int32), values, positions


def first_above(readings, threshold, size):
    start = jnp.int32(0), jnp.int32(0), jnp.zeros(size, jnp.float32), jnp.full(size, -1, jnp.int32)
    state = start
    for _ in range(readings.shape[0]):
        state = look(*state, readings, threshold)
    _, count, values, positions = state
    return values, positions, count
