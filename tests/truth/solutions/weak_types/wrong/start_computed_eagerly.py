"""For a number as average the short formula runs eagerly, and only arrays take the jitted way.
Class: half_eager
Why: "The arithmetic has to run in one function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    reading = jnp.asarray(reading, jnp.float32)
    rate = jnp.asarray(rate, jnp.float32)
    if isinstance(average, (int, float)):
        return average + rate * (reading - average)
    return _blend(jnp.asarray(average, jnp.float32), reading, rate)
