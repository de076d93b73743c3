import jax.numpy as jnp


def size(x):
    return jnp.abs(x)


def squash(x, scale):
    return scale * x / (1 + size(x))
