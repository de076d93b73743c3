"""The program for the present shape is kept in a cache, which has room for one.

Class: retrace
Why: when a shape comes back after another one, as in "the first call once more" after a new N, it is traced once more instead of not at all.
"""

import functools

import jax


@functools.lru_cache(maxsize=1)
def make_program(shape):
    def correct(readings, offset, gain):
        return (readings - offset) * gain

    return jax.jit(correct)


def calibrate(readings, offset, gain):
    return make_program(readings.shape)(readings, offset, gain)
