"""Each reading that passes computes its own slot by a running count, and is written there; others fall off the end."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    passed = jnp.greater(readings, threshold)
    slots = jnp.where(passed, jnp.cumsum(passed, dtype=jnp.int32) - 1, size)

    def place(start, numbers):
        return start.at[slots].set(numbers, mode="drop")

    values = place(jnp.zeros(size, jnp.float32), readings)
    positions = place(jnp.full(size, -1, jnp.int32), jnp.arange(readings.size, dtype=jnp.int32))
    return values, positions, passed.sum(dtype=jnp.int32)
