"""One jitted function takes the difference, and another adds it. The numbers are right, but there are two traces.
Breaks: "The arithmetic has to run in one function made by `jax.jit`".
Class: structure
"""

import jax
import jax.numpy as jnp


@jax.jit
def difference(reading, average):
    return reading - average


@jax.jit
def add(average, rate, gap):
    return average + rate * gap


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    return add(average, rate, difference(reading, average))
