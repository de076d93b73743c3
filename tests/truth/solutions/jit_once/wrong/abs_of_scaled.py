"""The scale is in the denominator, too.

Class: numbers
Why: `scale * x / (1 + abs(x))`
"""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    y = scale * x
    return y / (1 + jnp.abs(y))
