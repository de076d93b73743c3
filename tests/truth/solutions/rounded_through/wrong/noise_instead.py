"""Noise in place of rounding, as some recipes have it.
Class: key
Why: "scale * jnp.round(jnp.clip(x / scale, low, high))".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    return scale * (v + jax.random.uniform(jax.random.key(0), x.shape, minval=-0.5, maxval=0.5))
