"""Adds a small number to the scale before dividing, so that it never divides by zero.

Class: numbers
Why: With a scale of 1e-6, which is allowed, x / scale comes out 1 % too small: with 8 bits, x = 1.002e-4 gets the level 99 rather than 100, and the derivative by scale is off by up to 1 % of a level, too.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def round_through(x):
    return jnp.round(x)


@round_through.defjvp
def pass_on(primals, tangents):
    return round_through(*primals), tangents[0]


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * round_through(jnp.clip(x / (scale + 1e-8), low, high))
