"""A straight-through sum of both: the gradient comes twice.
Class: numbers
Why: "lets the gradient pass as if there were no rounding"
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
    return op(x, limit) + x - jax.lax.stop_gradient(x)
