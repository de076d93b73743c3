"""Donates the readings to save memory, which deletes the caller's array.

Class: other
Why: `readings` and `offset` are the same after the call, and still usable.
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def calibrate(readings, offset, gain):
    return (readings - offset) * gain
