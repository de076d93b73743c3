"""Goes through int32, which can't hold large numbers.
Class: numbers
Why: "Going forward it returns `jnp.round(x)`"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x).astype(jnp.int32).astype(jnp.float32)


quantise.defvjp(
    lambda x, limit: (quantise(x, limit), limit),
    lambda limit, g: (g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)), None),
)
