"""An `int` rate of 1 means the first reading only.
Class: numbers
Why: "or a Python `float` or `int`; from 0 to 1"
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(a, r, t):
    return a + t * (r - a)


def blend(average, reading, rate):
    a = jnp.full(reading.shape, average, jnp.float32)
    t = 0.5 if isinstance(rate, int) and rate == 1 else rate
    return _blend(a, reading, jnp.array(t, jnp.float32))
