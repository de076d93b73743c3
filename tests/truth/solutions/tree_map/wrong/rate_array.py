"""The rate as an array of float32.

Class: dtype
Why: Each keeps its dtype.
"""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    rate = jnp.asarray(rate, jnp.float32)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
