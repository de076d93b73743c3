"""Uses `jnp.float32` as the converter, for numbers as for arrays."""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if jnp.ndim(average) == 0:
        average = jnp.tile(jnp.float32(average), reading.shape)
    return _blend(jnp.float32(average), reading, jnp.float32(rate))
