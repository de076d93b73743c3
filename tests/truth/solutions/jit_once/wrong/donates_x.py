"""Compiles once and gives the memory of x to the result.

Class: memory
Why: x is deleted by the call, but "x is the same after the call as before".
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def squash(x, scale):
    return scale * x / (1 + jnp.abs(x))
