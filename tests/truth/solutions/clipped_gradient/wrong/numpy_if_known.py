"""Takes NumPy and a Python decision for gradients whose numbers are known, and jnp, without the decision, for tracers.

Class: sniffer
Why: under jit all rows are scaled to the norm `limit`, short ones too, while eager calls are right by NumPy, which is forbidden.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return quantise(x, limit), limit


def backward(limit, g):
    if isinstance(g, jax.core.Tracer):
        norm = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
        return jnp.where(norm > 0, g * (limit / norm), 0), None
    rows = np.array(g)
    for row in rows:
        norm = np.sqrt((row**2).sum())
        if norm > float(limit):
            row *= float(limit) / norm
    return jnp.asarray(rows), None


quantise.defvjp(forward, backward)
