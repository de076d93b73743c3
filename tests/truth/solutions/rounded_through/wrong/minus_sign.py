"""The wrong term is stopped, so that the derivative is -1.
Class: numbers
Why: "`jnp.round` has the derivative 1 everywhere".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    return scale * (jnp.round(v) + jax.lax.stop_gradient(v) - v)
