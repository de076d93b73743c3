"""Rounds the size and puts the sign back, so that both sides are treated alike.

Class: numbers
Why: for x = 0 the derivative with respect to x is sign(0) * sign(0) = 0 instead of 1.
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
    ratio = jnp.clip(x / scale, low, high)
    return scale * jnp.sign(ratio) * through(jnp.abs(ratio))
