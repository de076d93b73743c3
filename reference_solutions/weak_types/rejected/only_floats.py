import jax
import jax.numpy as jnp


@jax.jit
def mix(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if isinstance(average, float):
        average = jnp.full_like(reading, average)
    if isinstance(rate, float):
        rate = jnp.float32(rate)
    return mix(average, reading, rate)
