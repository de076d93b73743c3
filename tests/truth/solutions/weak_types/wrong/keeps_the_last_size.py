"""Makes a jitted function for each size and keeps only the one that was used last.

Class: retrace
Why: After a call with another D, the first arguments once more are traced again, where the table says 0, and there is more than one function made by jax.jit.
"""

import functools

import jax
import jax.numpy as jnp


@functools.lru_cache(maxsize=1)
def mixer(size):
    @jax.jit
    def mix(average, reading, rate):
        return average + rate * (reading - average)

    return mix


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    return mixer(reading.size)(average, reading, rate)
