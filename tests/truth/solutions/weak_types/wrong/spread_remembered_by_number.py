"""Spreads each number over the shape once, and keeps the array by the number alone.

Class: state
Why: blend(0.0, reading of shape (3,), rate) and then blend(0.0, reading of shape (4,), rate): the second one gets the average of shape (3,) and fails.
"""

import jax
import jax.numpy as jnp

_spread = {}


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def settle(average, shape):
    if isinstance(average, jax.Array):
        return jnp.asarray(average, jnp.float32)
    if average not in _spread:
        _spread[average] = jnp.full(shape, average, jnp.float32)
    return _spread[average]


def blend(average, reading, rate):
    return _blend(settle(average, reading.shape), reading, jnp.asarray(rate, jnp.float32))
