"""Compiles the entry point itself, with all settings as arguments."""

import jax


@jax.jit
def calibrate(readings, offset, gain):
    return (readings - offset) * gain
