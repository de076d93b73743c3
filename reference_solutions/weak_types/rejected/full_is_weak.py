import jax
import jax.numpy as jnp


@jax.jit
def mix(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if isinstance(average, int | float):
        average = jnp.full(reading.shape, float(average))
    return mix(average, reading, jnp.float32(rate))
