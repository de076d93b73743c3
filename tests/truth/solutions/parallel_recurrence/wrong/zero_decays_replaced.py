"""Replaces decays near 0 by 1e-3 before it divides by their cumulative product.
Class: numbers
Why: "some are exactly 0".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    safe = jnp.where(jnp.abs(decay) < 1e-3, 1e-3, decay)
    products = jnp.cumprod(safe, axis=0)
    return products * jnp.cumsum(drive / products, axis=0)
