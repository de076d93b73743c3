"""Keeps a compiled function for each gain, which compiles for each new gain.

Class: retrace
Why: That function may be traced only where a shape is new.
"""

import functools

import jax


@functools.lru_cache(maxsize=None)
def make_correct(gain):
    @jax.jit
    def correct(readings, offset):
        return (readings - offset) * gain

    return correct


def calibrate(readings, offset, gain):
    return make_correct(gain)(readings, offset)
