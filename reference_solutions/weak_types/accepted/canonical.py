import jax
import jax.numpy as jnp


@jax.jit
def blend_arrays(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    return blend_arrays(average, reading, jnp.asarray(rate, jnp.float32))  # with a dtype: strong
