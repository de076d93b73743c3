"""Writes the average into an array of zeros by `at[...].set`, a beginner's way to broadcast."""

import jax
import jax.numpy as jnp


@jax.jit
def move_average(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    # an array that is certainly float32 and not weak
    full_average = jnp.zeros(reading.shape, dtype=jnp.float32)
    full_average = full_average.at[:].set(average)
    strong_rate = jnp.zeros((), dtype=jnp.float32).at[...].set(rate)
    result = move_average(full_average, reading, strong_rate)
    assert result.shape == reading.shape
    assert result.dtype == jnp.float32
    return result
