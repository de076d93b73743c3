"""Adds a tiny amount that grows with the number of calls.

Class: state
Why: Equal inputs give equal bits.
"""

import jax

calls = 0


@jax.jit
def correct(readings, offset, gain, drift):
    return (readings - offset) * gain * (1.0 + drift)


def calibrate(readings, offset, gain):
    global calls
    calls += 1
    return correct(readings, offset, gain, calls % 3 * 1.2e-7)
