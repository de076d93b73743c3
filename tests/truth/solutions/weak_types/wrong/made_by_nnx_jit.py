"""Settles the arguments at the border, and compiles with nnx.jit.

Class: structure
Why: breaches "one function made by `jax.jit` (`nnx.jit`, which is for models, doesn't count)".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))
