"""Clips the tangent, in a forward rule.

Class: custom_rule
Why: The gradient is asked for in reverse mode.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def quantise(x, limit):
    return jnp.round(x)


@quantise.defjvp
def push(primals, tangents):
    x, limit = primals
    norm = jnp.linalg.norm(tangents[0], axis=1, keepdims=True)
    return jnp.round(x), tangents[0] * jnp.minimum(1, limit / norm)
