"""The numbers are donated to the program, so the caller's array is deleted by the call.
Breaks: "`x` is the same after the call as before."
Class: memory
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def squash(x, scale):
    return scale * x / (1 + jnp.abs(x))
