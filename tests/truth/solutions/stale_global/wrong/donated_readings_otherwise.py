"""Gives the readings' memory to the result.

Class: state
Why: The readings are deleted by the call, for every input, and must still be usable after it.
"""

from functools import partial

import jax


@partial(jax.jit, donate_argnums=0)
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)
