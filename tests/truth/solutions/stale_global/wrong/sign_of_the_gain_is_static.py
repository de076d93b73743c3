"""A static flag says whether the gain is negative, so a first negative gain is traced once more; numbers are right.
Breaks "that function may be traced only where a shape is new".
Class: retrace
"""
import functools

import jax


@functools.partial(jax.jit, static_argnames="inverted")
def correct(readings, offset, size, inverted):
    difference = offset - readings if inverted else readings - offset
    return difference * size


def calibrate(readings, offset, gain):
    return correct(readings, offset, abs(gain), inverted=gain < 0)
