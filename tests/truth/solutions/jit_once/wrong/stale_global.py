"""The scale is read from a global while JAX traces.

Class: numbers
Why: Nearly every call has another scale.
"""

import jax
import jax.numpy as jnp

current = 1.0


@jax.jit
def run(x):
    return current * x / (1 + jnp.abs(x))


def squash(x, scale):
    global current
    current = scale
    return run(x)
