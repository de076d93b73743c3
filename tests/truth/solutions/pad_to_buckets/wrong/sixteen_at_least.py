"""The smallest bucket has 16 places instead of 8.
Class: structure
Why: "the smallest power of two that is at least `N`, and at least 8".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(16, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores, n):
    valid = jnp.arange(scores.shape[0]) < n
    top = jnp.where(valid, scores, -jnp.inf).max()
    weights = jnp.where(valid, jnp.exp(scores - top), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n))
    return softmax(padded, n)[:n]
