"""The clip is stopped as well.
Class: numbers
Why: "For a number outside the range, the derivative with respect to `x` is 0".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = x / scale
    return scale * (v + jax.lax.stop_gradient(jnp.clip(jnp.round(v), low, high) - v))
