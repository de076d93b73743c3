"""Keeps the scale away from 0 before it divides.

Class: numbers
Why: with a scale of 1e-6 it computes with 1e-4, so that x = 3e-6 gives 0 instead of 3e-6, and the scale gets no derivative.
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
    scale = jnp.maximum(scale, 1e-4)
    return scale * through(jnp.clip(x / scale, low, high))
