"""The residual, which lives until the backward pass, is the limit in half precision.

Class: dtype
Why: 1e-20 becomes 0, so all rows vanish; 70000 becomes infinite, so that rows of about 1e8 pass unshortened; and 0.3 is off by 5e-5.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), jnp.asarray(limit, jnp.float16)


def backward(limit, g):
    norms = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
    return g * jnp.minimum(1, limit.astype(jnp.float32) / norms), None


quantise.defvjp(forward, backward)
