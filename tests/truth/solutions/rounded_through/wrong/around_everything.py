"""The usual one-liner, around the whole formula.
Class: numbers
Why: "For a number outside the range, the derivative with respect to `x` is 0".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    q = scale * jnp.round(jnp.clip(x / scale, low, high))
    return x + jax.lax.stop_gradient(q - x)
