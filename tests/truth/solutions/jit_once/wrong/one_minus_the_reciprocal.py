"""x / (1 + |x|) is rewritten as sign(x) * (1 - 1 / (1 + |x|)), which loses all digits where every |x| is small.
Breaks "For each number of `x` it returns `scale * x / (1 + abs(x))`".
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    return scale * jnp.sign(x) * (1 - 1 / (1 + jnp.abs(x)))
