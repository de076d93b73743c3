"""Fills up with zeros, and masks where the padded array is zero.

Class: numbers
Why: A score that is exactly 0 gets the weight 0: for [0.0, 0.0] the result is NaN instead of [0.5, 0.5].
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    scores = jnp.where(padded == 0, -jnp.inf, padded)
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n)))[:n]
