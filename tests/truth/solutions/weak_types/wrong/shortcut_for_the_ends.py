"""For a Python rate of 0 or 1 there is nothing to compute, so the average or the reading comes back at once.

Class: half_eager
Why: breaches "the result is what that returns" and the counts: a first call with rate 1 or 0 is traced 0 times instead of once, and with rate 1 the caller gets its own reading back.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    if isinstance(rate, (int, float)):
        if rate == 0:
            return average
        if rate == 1:
            return reading
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))
