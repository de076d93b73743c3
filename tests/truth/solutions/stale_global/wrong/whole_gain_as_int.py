"""A gain without a fraction is turned into an int, which is another key.
Class: retrace
Why: "that function may be traced only where a shape is new".
"""

import jax


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if gain == int(gain):
        gain = int(gain)
    return correct(readings, offset, gain)
