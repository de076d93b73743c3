"""Masks where the padded scores are 0, so a score of 0 is dropped.
Class: tame
Why: "and one may be exactly 0".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(padded):
    valid = padded != 0
    shifted = jnp.where(valid, padded, -jnp.inf)
    weights = jnp.exp(shifted - shifted.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n)))[:n]
