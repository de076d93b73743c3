"""Stacks the three arguments to one array, which is the only key."""

import jax
import jax.numpy as jnp


@jax.jit
def _blend_rows(rows):
    average, reading, rate = rows
    return average + rate * (reading - average)


def blend(average, reading, rate):
    def row(number):
        return jnp.full(reading.shape, number, dtype=jnp.float32)

    return _blend_rows(jnp.stack([row(average), reading, row(rate)]))
