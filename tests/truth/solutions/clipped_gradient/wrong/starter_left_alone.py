"""Leaves the starter as it is.

Class: example
Why: Going back, the layer lets the gradient pass.
"""

import jax
import jax.numpy as jnp


def quantise(x, limit):
    return jnp.round(x)
