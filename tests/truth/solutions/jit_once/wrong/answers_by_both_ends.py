"""Keeps its answers by the scale, the length, and the first and last number of x.

Class: memory
Why: For x = [1, 2, 3] and then [1, 5, 3] with the same scale, the second call returns the answer of the first.
"""

import jax
import jax.numpy as jnp

kept = {}


@jax.jit
def compiled(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    ends = (float(x[0]), float(x[-1])) if x.size else ()
    place = (scale, x.size, ends)
    if place not in kept:
        kept[place] = compiled(x, scale)
    return kept[place]
