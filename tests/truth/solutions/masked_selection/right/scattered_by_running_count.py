"""A running count says into which slot each reading goes; those without a slot are dropped by the scatter."""

import jax
import jax.numpy as jnp


def first_above(readings: jax.Array, threshold: jax.Array, size: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    chosen = jnp.greater(readings, threshold)
    running = jnp.cumsum(chosen, dtype=jnp.int32)
    slots = jnp.where(chosen, running - 1, size)

    def fill(blank, numbers):
        return blank.at[slots].set(numbers, mode="drop")

    values = fill(jnp.zeros((size,), jnp.float32), readings)
    positions = fill(jnp.full((size,), -1, jnp.int32), jnp.arange(readings.size, dtype=jnp.int32))
    return values, positions, running[-1]
