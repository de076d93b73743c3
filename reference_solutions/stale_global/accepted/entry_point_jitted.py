"""The entry point itself is the jitted function."""

import jax


@jax.jit
def calibrate(readings, offset, gain):
    return (readings - offset) * gain
