"""Rounds first and clips the levels then.

Class: numbers
Why: x / scale = 2.7 with bits = 3 rounds to 3, the end of the range, where clip shares its slope: the derivative is 0.5 instead of 1.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def through(z):
    return jnp.round(z)


@through.defjvp
def pass_on(primals, tangents):
    return through(*primals), tangents[0]


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.clip(through(x / scale), low, high)
