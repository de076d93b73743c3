"""Written for one number, and mapped."""

import jax
import jax.numpy as jnp


def one(number, scale):
    return scale * number / (1 + jnp.abs(number))


squash = jax.jit(jax.vmap(one, in_axes=(0, None)))
