"""Returns integers.

Class: dtype
Why: The result is of dtype float32.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x).astype(jnp.int32)


def forward(x, limit):
    return jnp.round(x).astype(jnp.int32), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)
