"""Asks for Python numbers and makes them strong, and passes arrays on as they are, weak ones, too.

Class: retrace
Why: Such an array may itself be weakly typed, and other kinds with the same D get 0 traces.
"""

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
