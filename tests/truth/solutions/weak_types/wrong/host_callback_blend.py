"""Lets NumPy compute on the host, inside of the compiled function.

Class: host
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp
import numpy as np


def on_host(average, reading, rate):
    average, reading, rate = np.asarray(average), np.asarray(reading), np.asarray(rate)
    return (average + rate * (reading - average)).astype(np.float32)


@jax.jit
def _blend(average, reading, rate):
    return jax.pure_callback(on_host, jax.ShapeDtypeStruct(reading.shape, jnp.float32), average, reading, rate)


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    return _blend(average, reading, jnp.float32(rate))
