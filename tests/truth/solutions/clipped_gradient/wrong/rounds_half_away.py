"""Rounds halves away from zero.
Class: numbers
Why: "Going forward it returns `jnp.round(x)`"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.sign(x) * jnp.floor(jnp.abs(x) + 0.5)


quantise.defvjp(
    lambda x, limit: (quantise(x, limit), limit),
    lambda limit, g: (g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)), None),
)
