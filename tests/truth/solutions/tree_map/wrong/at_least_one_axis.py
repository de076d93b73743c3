"""Gives each array an axis.

Class: layout
Why: Any shape, `()` included.
"""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: jnp.atleast_1d(p - rate * g), params, grads)
