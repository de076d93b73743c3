"""Lets NumPy make a number of each array's dtype of the rate, negate it, and hands that to JAX.

Class: host
Why: the statement says "No NumPy", and the negated rate of each array is computed by NumPy.
"""
import jax
import numpy as np


def step(params, grads, rate):
    def move(p, g):
        factor = np.negative(np.asarray(rate, np.dtype(p.dtype)))
        return p + factor * g

    return jax.tree.map(move, params, grads)
