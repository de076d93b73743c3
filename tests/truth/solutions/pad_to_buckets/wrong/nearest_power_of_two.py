"""The bucket is the nearest power of two, which can be smaller than N.
Class: structure
Why: "the smallest power of two that is at least `N`, and at least 8".
"""

import math

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 2 ** round(math.log2(n)))


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
