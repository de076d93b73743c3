"""Uses a symmetric range, from -high to high.

Class: numbers
Why: with bits = 3 and scale 1 the number -3.8 gives -3 instead of -4, and its derivative with respect to x is 0 instead of 1.
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
    high = 2 ** (bits - 1) - 1
    return scale * through(jnp.clip(x / scale, -high, high))
