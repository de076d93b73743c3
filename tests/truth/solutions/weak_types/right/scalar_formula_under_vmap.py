"""Compiles a vmapped scalar formula, whose rate is shared by all."""

import functools

import jax
import jax.numpy as jnp


@jax.jit
@functools.partial(jax.vmap, in_axes=(0, 0, None))
def _blend_one(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    d = reading.shape[0]
    average = jnp.asarray(average, "float32")
    if average.shape == ():
        average = jnp.repeat(average[None], d)
    return _blend_one(average, reading, jnp.asarray(rate, "float32"))
