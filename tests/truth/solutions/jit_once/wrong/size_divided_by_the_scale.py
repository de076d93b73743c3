"""Divides x by the size over the scale, which saves the product.

Class: numbers
Why: For a scale of 0 and an x of 0 it divides 0 by 0 (|x| / scale), and the answer is NaN in place of 0.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return x / (1 / scale + jnp.abs(x) / scale)


def squash(x, scale):
    return compiled(x, scale)
