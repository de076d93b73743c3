"""Has a decorator that settles dtypes and shapes in front of any compiled function."""

import functools

import jax
import jax.numpy as jnp


def settled(function):
    compiled = jax.jit(function)

    @functools.wraps(function)
    def call(average, reading, rate):
        average, rate = (jnp.asarray(value, dtype=jnp.float32) for value in (average, rate))
        return compiled(jnp.broadcast_to(average, jnp.shape(reading)), reading, rate)

    return call


@settled
def blend(average, reading, rate):
    return average + rate * (reading - average)
