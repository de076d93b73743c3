"""The result is transposed.
Class: layout
Why: "The result is a `jax.Array` of dtype float32 and shape `(N, D)`".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    return (scale * (v + jax.lax.stop_gradient(jnp.round(v) - v))).T
