"""Calls the compiled function with jit disabled, so Python sends each operation by itself.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax

seen = set()


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if readings.shape not in seen:
        seen.add(readings.shape)
        jax.eval_shape(correct, readings, offset, gain)
    with jax.disable_jit():
        return correct(readings, offset, gain)
