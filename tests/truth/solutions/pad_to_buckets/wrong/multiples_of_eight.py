"""Rounds up to multiples of 8.
Class: structure
Why: "a bucket: the smallest power of two that is at least `N`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = -(-n // 8) * 8
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
