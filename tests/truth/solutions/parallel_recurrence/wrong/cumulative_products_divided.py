"""Divides by the cumulative product of the decays, which is 0 after a decay of 0.
Class: numbers
Why: "Decays lie between -1 and 1, and some are exactly 0".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    products = jnp.cumprod(decay, axis=0)
    return products * jnp.cumsum(drive / products, axis=0)
