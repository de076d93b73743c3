"""Compiles for every length.
Class: retrace
Why: "which compiles once for each bucket".
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    return softmax(scores)
