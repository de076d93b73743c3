"""Rounds the scale to four digits and makes it static, so that like scales share a program.

Class: retrace
Why: A call with a new scale traces once more (the table says 0), and scale = 1e-9 counts as 0.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=1)
def compiled(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    return compiled(x, round(scale, 4))
