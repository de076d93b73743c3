"""Takes a norm of at least 1e-12, as normalising layers do, so that nothing is divided by 0.

Class: numbers
Why: with a limit of 1e-20 a row of norm 1e-15 must come back with the norm 1e-20, but is scaled down to 1e-23.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norms = jnp.maximum(jnp.linalg.norm(g, axis=1, keepdims=True), 1e-12)
    return g * jnp.minimum(1, limit / norms), None


quantise.defvjp(forward, backward)
