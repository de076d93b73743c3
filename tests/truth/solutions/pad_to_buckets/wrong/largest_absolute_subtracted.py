"""The largest absolute value is subtracted: far below zero all exponentials vanish, and 0 / 0 is a NaN.
Breaks: "Subtract the maximum first, as here", and "Scores may all be far below or far above zero".
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(scores, mask):
    largest = jnp.where(mask, jnp.abs(scores), 0).max()
    weights = jnp.where(mask, jnp.exp(scores - largest), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = len(scores)
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n)), jnp.arange(bucket) < n)[:n]
