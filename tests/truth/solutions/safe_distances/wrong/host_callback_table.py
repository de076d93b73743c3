"""Computes the table in a host callback, which JAX can't differentiate.

Class: host
Why: Derivatives with respect to `x`, in reverse mode and in forward mode, agree with the definition.
"""

import jax
import numpy as np


def on_host(x):
    x = np.asarray(x)
    return np.sqrt(((x[:, None] - x[None]) ** 2).sum(-1)).astype(x.dtype)


def pairwise_distances(x):
    n = x.shape[0]
    return jax.pure_callback(on_host, jax.ShapeDtypeStruct((n, n), x.dtype), x)
