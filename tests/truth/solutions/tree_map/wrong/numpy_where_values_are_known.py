"""Computes in NumPy where the arrays have values, and in JAX where they are traced.

Class: host
Why: breaches "No NumPy": on plain arrays p - rate * g is computed on the host, and only the result is put back.
"""

import jax
import jax.numpy as jnp
import numpy as np


def step(params, grads, rate):
    def moved(p, g):
        if isinstance(p, jax.core.Tracer):
            return p - rate * g
        return jnp.asarray(np.asarray(p) - np.asarray(rate, p.dtype) * np.asarray(g))

    return jax.tree.map(moved, params, grads)
