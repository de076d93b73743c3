"""Fills up with -1e30, which is smaller than any score that anybody has.

Class: numbers
Why: For scores = [-1e35, -2e35, -1e35] ("may be as low as -1e35") the padding is the maximum, and all weights are 0 instead of [0.5, 0, 0.5].
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-1e30))[:n]
