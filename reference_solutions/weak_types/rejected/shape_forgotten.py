import jax
import jax.numpy as jnp


@jax.jit
def mix(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    return mix(jnp.asarray(average, jnp.float32), reading, jnp.asarray(rate, jnp.float32))
