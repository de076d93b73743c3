"""Sums in a host callback, in float32.

Class: host
Why: the sums are made by NumPy in a `jax.pure_callback`, which the statement doesn't allow.
"""

import jax
import jax.numpy as jnp
import numpy as np


def _sum(xs, decay):
    xs, decay = np.asarray(xs), np.float32(decay)
    total, sums = np.zeros(xs.shape[1], np.float32), np.empty(xs.shape, np.float32)
    for t, x in enumerate(xs):
        sums[t] = total = decay * total + x
    return sums


def leaky_sums(xs, decay):
    shape = jax.ShapeDtypeStruct(xs.shape, jnp.float32)
    sums = jax.pure_callback(_sum, shape, xs.astype(jnp.float32), decay)
    return sums[-1], sums.astype(xs.dtype)
