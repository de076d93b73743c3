import jax.numpy as jnp


def quantise(x, limit):
    return jnp.round(x)
