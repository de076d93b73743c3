"""The scale that multiplies is stopped.
Class: numbers
Why: "the derivative with respect to `scale` is the level minus `x / scale`".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    return jax.lax.stop_gradient(scale) * (v + jax.lax.stop_gradient(jnp.round(v) - v))
