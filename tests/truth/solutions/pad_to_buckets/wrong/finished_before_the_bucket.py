"""Has jax.nn.softmax compute the result at its own length, and sends it through a bucket to be divided by 1.

Class: decoy
Why: Maximum, exponentials and sum are computed on arrays of length N, with a program for each length, and not on arrays whose length is a bucket.
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def normalize(padded):
    return padded / padded.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    weights = jax.nn.softmax(scores)
    padded = jnp.pad(weights, (0, find_bucket(n) - n))
    return normalize(padded)[:n]
