"""Converts and broadcasts by `jax.lax`, and computes by `jax.lax`, too."""

import jax
from jax import lax
from jax import numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return lax.add(average, lax.mul(lax.full_like(reading, rate), lax.sub(reading, average)))


def blend(average, reading, rate):
    average = lax.convert_element_type(average, jnp.float32)
    rate = lax.convert_element_type(rate, jnp.float32)
    if average.ndim == 0:
        average = lax.broadcast(average, reading.shape)
    return _blend(average, reading, rate)
