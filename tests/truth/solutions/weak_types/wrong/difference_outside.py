"""Takes the difference eagerly, which also hides the kind of the average.

Class: half_eager
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _advance(reading, difference, rate):
    return reading - (1 - rate) * difference


def blend(average, reading, rate):
    return _advance(reading, reading - average, jnp.asarray(rate, jnp.float32))
