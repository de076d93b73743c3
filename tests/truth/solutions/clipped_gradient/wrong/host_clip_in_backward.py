"""The backward pass clips in a callback.
Class: host
Why: "Host callbacks are not allowed"
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def clip(g, limit):
    n = np.sqrt((g**2).sum(1, keepdims=True))
    return np.where(n > limit, g * (limit / np.maximum(n, 1e-30)), g).astype(np.float32)


def bwd(limit, g):
    return jax.pure_callback(clip, jax.ShapeDtypeStruct(g.shape, g.dtype), g, limit), None


quantise.defvjp(lambda x, limit: (jnp.round(x), limit), bwd)
