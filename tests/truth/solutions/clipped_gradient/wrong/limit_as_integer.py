"""The limit is cut to a whole number.
Class: tame
Why: "`limit` is a Python float greater than 0"
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def op(x, limit):
    return jnp.round(x)


op.defvjp(
    lambda x, limit: (jnp.round(x), limit),
    lambda limit, g: (g * jnp.minimum(1, limit / jnp.linalg.norm(g, axis=1, keepdims=True)), None),
)


def quantise(x, limit):
    return op(x, float(max(1, int(limit))))
