"""Wraps a new closure on each call.

Class: retrace
Why: None of them compiles again: that function may be traced only where a shape is new.
"""

import jax


def calibrate(readings, offset, gain):
    @jax.jit
    def correct(values):
        return (values - offset) * gain

    return correct(readings)
