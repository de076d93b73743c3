"""The rate becomes a NumPy number of each array's dtype, and is negated; JAX computes with the arrays."""

import jax
import numpy as np


def step(params, grads, rate):
    def move(p, g):
        factor = np.negative(np.asarray(rate, np.dtype(p.dtype)))
        return p + factor * g

    return jax.tree.map(move, params, grads)
