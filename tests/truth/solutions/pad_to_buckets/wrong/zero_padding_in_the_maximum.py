"""The mask is forgotten in the maximum, so the padding counts as a score of 0.
Class: tame
Why: "Scores may all be far below or far above zero, and one may be exactly 0".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores, n):
    valid = jnp.arange(scores.shape[0]) < n
    top = scores.max()
    weights = jnp.where(valid, jnp.exp(scores - top), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n))
    return softmax(padded, n)[:n]
