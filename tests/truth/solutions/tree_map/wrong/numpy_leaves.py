"""Computes in NumPy.

Class: host
Why: No NumPy.
"""

import jax
import jax.numpy as jnp
import numpy as np


def step(params, grads, rate):
    move = lambda p, g: jnp.asarray((np.asarray(p) - rate * np.asarray(g)).astype(p.dtype))
    return jax.tree.map(move, params, grads)
