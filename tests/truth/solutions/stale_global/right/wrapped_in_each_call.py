"""Wraps a global function in each call; JAX finds its trace again."""

import jax


def corrected(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    return jax.jit(corrected)(readings, offset, gain)
