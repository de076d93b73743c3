"""Compiles the formula directly, so each kind of number is another key.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

import jax


@jax.jit
def blend(average, reading, rate):
    return average + rate * (reading - average)
