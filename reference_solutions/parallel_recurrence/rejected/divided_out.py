import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    kept = jnp.cumprod(decay, axis=0)
    return kept * jnp.cumsum(drive / kept, axis=0)
