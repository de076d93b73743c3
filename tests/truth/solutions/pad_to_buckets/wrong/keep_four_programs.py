"""Keeps the jitted functions of the buckets in a cache that holds only four.

Class: retrace
Why: After five buckets (8, 16, 32, 64, 128), as N may be some hundreds, a call with 5 scores traces the bucket of 8 again, though there is to be one trace for each new bucket, and no others.
"""

from functools import lru_cache

import jax
import jax.numpy as jnp


@lru_cache(maxsize=4)
def make_softmax(bucket):
    def softmax(padded):
        weights = jnp.exp(padded - padded.max())
        return weights / weights.sum()

    return jax.jit(softmax)


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return make_softmax(bucket)(padded)[:n]
