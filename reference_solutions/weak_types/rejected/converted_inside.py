import jax
import jax.numpy as jnp


@jax.jit
def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    rate = jnp.asarray(rate, jnp.float32)
    return average + rate * (reading - average)
