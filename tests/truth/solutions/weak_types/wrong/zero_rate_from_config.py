"""Takes the usual rate where the config has none.

Class: defaults
Why: a rate of 0 (or 0.0, or an array of 0) is falsy, so 0.1 is taken and the average moves where it should stay.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    return _blend(average, reading, jnp.asarray(rate or 0.1, jnp.float32))
