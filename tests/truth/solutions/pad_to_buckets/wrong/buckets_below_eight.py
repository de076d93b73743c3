"""Forgets that the smallest bucket is 8.
Class: structure
Why: "the smallest power of two that is at least `N`, and at least 8".
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = 1 << (n - 1).bit_length()
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
