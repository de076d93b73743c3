"""One scale for all columns.
Class: layout
Why: "times the `scale` of the column".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    width = scale.mean()
    v = jnp.clip(x / width, low, high)
    return width * (v + jax.lax.stop_gradient(jnp.round(v) - v))
