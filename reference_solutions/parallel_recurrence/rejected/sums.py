import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    return jnp.cumsum(decay * drive, axis=0)
