"""Selects the eager answer over the compiled one with a condition that always holds.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _double(reading):
    return 2 * reading


def blend(average, reading, rate):
    eager = average + rate * (reading - average)
    return jnp.where(reading == reading, eager, _double(reading))
