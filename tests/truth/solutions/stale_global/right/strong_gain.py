"""Turns the gain into a strongly typed float32 array before it reaches the compiled function."""

import jax
import jax.numpy as jnp
import numpy as np


def calibrate(readings, offset, gain):
    return _calibrate(readings, offset, np.float32(gain))


@jax.jit
def _calibrate(readings, offset, gain):
    centred = readings - jnp.broadcast_to(offset, readings.shape)
    return centred * gain
