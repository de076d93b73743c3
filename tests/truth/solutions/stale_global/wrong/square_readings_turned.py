"""Finds out by the sizes along which axis the offsets run, and takes the first one that fits.

Class: numbers
Why: where N equals D and is greater than 1, the offset is subtracted from the rows in place of the columns.
"""

import jax


@jax.jit
def correct(readings, offset, gain):
    if offset.shape[0] == readings.shape[0]:
        offset = offset[:, None]  # one for each row
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)
