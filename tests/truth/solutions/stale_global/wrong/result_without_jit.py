"""Calls the jitted function once for the count of traces, and once more with jit switched off for the result.

Class: half_eager
Why: What is returned was computed operation by operation under `jax.disable_jit`, against "All of the arithmetic has to run in a function made by `jax.jit`" and "the result is what that returns".
"""
import jax


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    correct(readings, offset, gain)
    with jax.disable_jit():
        return correct(readings, offset, gain)
