"""Traces the compiled function by lowering it, then calls the plain function behind it.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax

lowered = set()


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if readings.shape not in lowered:
        correct.lower(readings, offset, gain)
        lowered.add(readings.shape)
    return correct.__wrapped__(readings, offset, gain)
