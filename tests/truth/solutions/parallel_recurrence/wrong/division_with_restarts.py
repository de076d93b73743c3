"""Divides by the running product of the decays, and begins anew after a decay of 0.

Class: numbers
Why: after some 130 decays of 0.5 the running product is 0 in float32, and the states are NaN, though no decay is 0.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    resets = decay == 0
    safe = jnp.where(resets, 1, decay)
    product = jnp.cumprod(safe, axis=0)
    total = jnp.cumsum(drive / product, axis=0)
    before = total - drive / product
    places = jnp.arange(decay.shape[0])[:, None]
    last = jax.lax.cummax(jnp.where(resets, places, -1), axis=0)
    base = jnp.take_along_axis(before, jnp.maximum(last, 0), axis=0)
    return product * (total - jnp.where(last >= 0, base, 0))
