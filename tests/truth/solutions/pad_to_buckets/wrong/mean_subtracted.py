"""The mean is subtracted instead of the maximum, and a score far above it overflows.
Class: numbers
Why: "Subtract the maximum first, as here".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores, n):
    valid = jnp.arange(scores.shape[0]) < n
    top = jnp.where(valid, scores, 0).sum() / n
    weights = jnp.where(valid, jnp.exp(scores - top), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n))
    return softmax(padded, n)[:n]
