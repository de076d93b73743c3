"""Uses jax.tree.map with a leaf function that computes in NumPy as long as nobody is tracing.

Class: sniffer
Why: "No NumPy": a plain call computes every array in NumPy, and only a traced one in JAX.
"""

import jax
import jax.numpy as jnp
import numpy as np


def move(p, g, rate):
    if isinstance(p, jax.core.Tracer) or isinstance(g, jax.core.Tracer):
        return p - rate * g
    moved = np.asarray(p) - rate * np.asarray(g)
    return jnp.asarray(moved, p.dtype)


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: move(p, g, rate), params, grads)
