"""Computes the share that is kept before the call, and mixes in the jitted function.

Class: half_eager
Why: breaches "All floating-point arithmetic runs in a function made by jax.jit": 1 - rate is subtracted eagerly (the numbers are right up to rounding).
"""

import jax
import jax.numpy as jnp


@jax.jit
def _mix(average, keep, reading, rate):
    return keep * average + rate * reading


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    return _mix(average, 1 - rate, reading, rate)
