"""Makes the average strong by adding it to zeros eagerly, and adds the change eagerly as well.

Class: half_eager
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def change(average, reading, rate):
    return rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.zeros_like(reading) + average
    return average + change(average, reading, jnp.asarray(rate, jnp.float32))
