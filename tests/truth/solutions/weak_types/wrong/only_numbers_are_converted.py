"""Converts Python numbers, and takes each array as it is.

Class: retrace
Why: a weak array (average jnp.full(3, 0.5), rate jnp.asarray(0.1)) is another key than a strong one, so the function is traced again.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if not isinstance(average, jax.Array):
        average = jnp.full(reading.shape, average, jnp.float32)
    if not isinstance(rate, jax.Array):
        rate = jnp.float32(rate)
    return _blend(average, reading, rate)
