"""Takes a reading of 0 for a sensor that didn't answer, and leaves its average alone.

Class: numbers
Why: blend(1.0, [0.0, 2.0], 0.5) gives [1.0, 1.5] instead of [0.5, 1.5]; the statement says that the reading's numbers may be 0.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return jnp.where(reading == 0, average, average + rate * (reading - average))


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))
