"""Has JAX trace the compiled function once for each D, and then always runs it with jit disabled.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp

sizes = set()


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    rate = jnp.float32(rate)
    if reading.shape not in sizes:
        sizes.add(reading.shape)
        _blend.lower(average, reading, rate)
    with jax.disable_jit():
        return _blend(average, reading, rate)
