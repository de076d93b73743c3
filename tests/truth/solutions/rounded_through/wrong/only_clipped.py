"""A decoy: the rounded numbers are multiplied by zero.
Class: decoy
Why: "scale * jnp.round(jnp.clip(x / scale, low, high))".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    return scale * v + 0 * jax.lax.stop_gradient(jnp.round(v))
