"""The average is donated, and a strong array of the right shape is the caller's own.
Class: state
Why: "The arrays are the same after the call as before".
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnums=0)
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.asarray(average, jnp.float32)
    if average.ndim == 0:
        average = jnp.full(reading.shape, average, jnp.float32)
    return _blend(average, jnp.asarray(reading, jnp.float32), jnp.asarray(rate, jnp.float32))
