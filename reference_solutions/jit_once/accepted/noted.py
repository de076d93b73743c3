"""Noting when JAX traces, and with two branches."""

import jax
import jax.numpy as jnp

seen = []


@jax.jit
def squash(x, scale):
    seen.append(x.shape)  # at each trace
    size = jnp.where(x < 0, -x, x)
    return scale * x / (1 + size)
