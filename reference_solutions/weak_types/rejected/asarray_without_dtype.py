import jax
import jax.numpy as jnp


@jax.jit
def mix(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average), reading.shape)
    return mix(average, reading, jnp.asarray(rate))
