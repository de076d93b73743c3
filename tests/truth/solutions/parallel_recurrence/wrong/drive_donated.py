"""Donates the drive, as the states fit into its memory.

Class: memory
Why: The caller's `drive` is deleted by the call: "Both arrays are the same after the call as before."
"""

import functools

import jax


def combine(earlier, later):
    decay1, drive1 = earlier
    decay2, drive2 = later
    return decay1 * decay2, decay2 * drive1 + drive2


@functools.partial(jax.jit, donate_argnums=1)
def recurrence(decay, drive):
    return jax.lax.associative_scan(combine, (decay, drive))[1]
