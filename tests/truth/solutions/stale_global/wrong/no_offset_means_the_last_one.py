"""An offset of zeros is taken for "not set", and the one of the last call is used again (`if not any(offset)`).
Breaks "every call uses its own settings": an offset may be 0 in all places.
Class: state
"""
import jax
import numpy as np

last = {}


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if not any(np.asarray(offset).tolist()):
        offset = last.get(offset.shape, offset)
    last[offset.shape] = offset
    return correct(readings, offset, gain)
