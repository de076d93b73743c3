"""Clamps the result to what eight bits hold.
Class: tame
Why: "Going forward it returns `jnp.round(x)`"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.clip(jnp.round(x), -128, 127)


quantise.defvjp(
    lambda x, limit: (quantise(x, limit), limit),
    lambda limit, g: (g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)), None),
)
