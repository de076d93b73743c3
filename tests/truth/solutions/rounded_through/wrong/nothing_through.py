"""Plain rounding, through which nothing gets.
Class: other
Why: "`jnp.round` has the derivative 1 everywhere".
"""

import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.round(jnp.clip(x / scale, low, high))
