"""The rate goes by keyword if it is a number and by position if it is an array: two keys.
Class: retrace
Why: "Write a `blend` that is traced once".
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    reading = jnp.asarray(reading, jnp.float32)
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    if isinstance(rate, (int, float)):
        return _blend(average, reading, rate=jnp.float32(rate))
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))
