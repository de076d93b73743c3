import jax
import jax.numpy as jnp


@jax.jit
def soft(x):
    return x / (1 + jnp.abs(x))


def squash(x, scale):
    return scale * soft(x)
