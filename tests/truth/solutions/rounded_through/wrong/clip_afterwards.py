"""Rounded first, clipped afterwards, where numbers lie at the end of the range.
Class: layout
Why: "scale * jnp.round(jnp.clip(x / scale, low, high))".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = x / scale
    v = v + jax.lax.stop_gradient(jnp.round(v) - v)
    return scale * jnp.clip(v, low, high)
