"""Rounds first and clips the levels, which are the same values.

Class: numbers
Why: Where x / scale is nearer than half a level to an end of the range, such as 2.8 or 3.2 with 3 bits, the level lies exactly at the end and the derivative by x is 0.5, not 1 or 0 (and that by scale is a mean of both sides).
"""

import jax
import jax.numpy as jnp


def round_through(x):
    zero = x - jax.lax.stop_gradient(x)
    return zero + jax.lax.stop_gradient(jnp.round(x))


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.clip(round_through(x / scale), low, high)
