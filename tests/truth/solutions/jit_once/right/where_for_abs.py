"""Without abs, by two branches."""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    return jnp.where(x >= 0, scale * x / (1 + x), scale * x / (1 - x))
