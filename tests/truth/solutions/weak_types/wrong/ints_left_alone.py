"""Only Python floats are settled, so an int goes in as a weak int32 and is traced anew.
Class: retrace
Why: "Exactly the counts in the table".
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def settle(value, shape):
    if isinstance(value, int):
        return value  # surely nobody passes an int
    return jnp.broadcast_to(jnp.asarray(value, jnp.float32), shape)


def blend(average, reading, rate):
    reading = settle(reading, reading.shape)
    return _blend(settle(average, reading.shape), reading, settle(rate, ()))
