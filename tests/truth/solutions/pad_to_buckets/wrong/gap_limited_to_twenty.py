"""Treats scores more than twenty below the maximum as twenty below.
Class: numbers
Why: "jnp.exp(scores - scores.max())"
"""

import jax
import jax.numpy as jnp


@jax.jit
def run(z):
    e = jnp.where(jnp.isinf(z), 0.0, jnp.exp(jnp.maximum(z - z.max(), -5.0)))
    return e / e.sum()


def bucket_softmax(scores):
    n = scores.size
    b = max(8, 1 << (n - 1).bit_length())
    return run(jnp.pad(scores, (0, b - n), constant_values=-jnp.inf))[:n]
