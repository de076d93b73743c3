"""Another squashing function.

Class: numbers
Why: `scale * x / (1 + abs(x))`
"""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    return scale * jnp.tanh(x)
