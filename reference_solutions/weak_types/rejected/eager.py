import jax.numpy as jnp


def blend(average, reading, rate):
    average = jnp.full_like(reading, average)
    return average + jnp.float32(rate) * (reading - average)
