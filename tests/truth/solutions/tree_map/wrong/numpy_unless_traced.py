"""It looks whether it is being traced. If not, NumPy computes the step; JAX's formula is only there for the export.
Breaks: "No NumPy, no loops of `jax.lax`, no callbacks into Python."
Class: sniffer
"""

import jax
import jax.numpy as jnp
import numpy as np


def move(p, g, rate):
    if isinstance(p, jax.core.Tracer) or isinstance(g, jax.core.Tracer):
        return p - rate * g
    numbers = np.asarray(p) - np.asarray(p).dtype.type(rate) * np.asarray(g)
    return jnp.asarray(numbers, p.dtype)


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: move(p, g, rate), params, grads)
