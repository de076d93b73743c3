"""The rule is on a layer behind the rounding, through which nothing passes.
Class: custom_rule
Why: "lets the gradient pass as if there were no rounding"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip(x, limit):
    return x


clip.defvjp(
    lambda x, limit: (x, limit),
    lambda limit, g: (g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)), None),
)


def quantise(x, limit):
    return clip(jnp.round(x), limit)
