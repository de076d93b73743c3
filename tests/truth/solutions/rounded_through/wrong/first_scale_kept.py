"""The scale of the first call is used in later ones.
Class: memory
Why: "times the `scale` of the column".
"""

import jax
import jax.numpy as jnp


KEPT = {}


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    scale = KEPT.setdefault(scale.shape, scale)
    v = jnp.clip(x / scale, low, high)
    return scale * (v + jax.lax.stop_gradient(jnp.round(v) - v))
