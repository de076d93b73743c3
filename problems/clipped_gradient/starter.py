import jax
import jax.numpy as jnp


def quantise(x, limit):
    # This is right going forward.
    # Going back, nothing passes:
    # rounding is flat, so JAX derives a gradient of 0.
    return jnp.round(x)
