"""Pads to the next multiple of 128, so that few shapes are ever traced.

Class: retrace
Why: breaches "another D | 1": a call with D = 5 after D = 3 isn't traced at all, since both are padded to 128.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    (size,) = reading.shape
    after = -size % 128
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    return _blend(jnp.pad(average, (0, after)), jnp.pad(reading, (0, after)), rate)[:size]
