"""The range ends one level too high.
Class: numbers
Why: "high = 2 ** (bits - 1) - 1".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    half = 2 ** (bits - 1)
    v = jnp.clip(x / scale, -half, half)
    return scale * (v + jax.lax.stop_gradient(jnp.round(v) - v))
