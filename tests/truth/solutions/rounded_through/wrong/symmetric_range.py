"""The range is taken to be symmetric, from -high to high, as many libraries do: the lowest level is missing.
Breaks: "Levels are whole numbers from `low = -(2 ** (bits - 1))` to `high = 2 ** (bits - 1) - 1`"
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def through(c):
    return jnp.round(c)


@through.defjvp
def rule(primals, tangents):
    return through(*primals), tangents[0]


def fake_quantise(x, scale, bits):
    high = 2 ** (bits - 1) - 1
    return scale * through(jnp.clip(x / scale, -high, high))
