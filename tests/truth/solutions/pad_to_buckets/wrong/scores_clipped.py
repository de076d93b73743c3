"""Clips the scores to [-80, 80] so that nothing can overflow.
Class: numbers
Why: "Scores may all be far below or far above zero".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(padded, n):
    weights = jnp.exp(jnp.clip(padded, -80.0, 80.0)) * (jnp.arange(padded.shape[0]) < n)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n)), n)[:n]
