"""Asks for the kind of each argument and treats each explicitly."""

import jax
import jax.numpy as jnp


@jax.jit
def compute(average, reading, rate):
    difference = reading - average
    change = rate * difference
    return average + change


def blend(average, reading, rate):
    if isinstance(average, (int, float)):
        average = jnp.full_like(reading, float(average))
    if isinstance(rate, (int, float)):
        rate = jnp.array(float(rate), dtype=jnp.float32)
    return compute(average, reading, rate)
