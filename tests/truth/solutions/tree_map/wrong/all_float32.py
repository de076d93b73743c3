"""All in float32.

Class: dtype
Why: Each keeps its dtype.
"""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: p.astype(jnp.float32) - rate * g, params, grads)
