"""Checks shapes, prints while tracing, and names each step."""

import jax
import jax.numpy as jnp


@jax.jit
def correct(readings, offset, gain):
    # This line is printed once for each new shape.
    print("tracing correct with", readings.shape)
    number_of_sensors = readings.shape[1]
    assert offset.shape == (number_of_sensors,)
    zero_corrected = readings - offset
    result = zero_corrected * gain
    return result


def calibrate(readings, offset, gain):
    readings = jnp.asarray(readings)
    offset = jnp.asarray(offset)
    assert readings.ndim == 2, "readings must have two axes"
    assert gain != 0, "gain is never zero"
    result = correct(readings, offset, gain)
    assert result.shape == readings.shape
    return result
