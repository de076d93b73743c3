"""Keeps the programs of the four buckets that were used last.

Class: retrace
Why: "One for each new bucket, and no others": after four other buckets the first one's program is gone, and it is traced again.
"""
from functools import lru_cache

import jax
import jax.numpy as jnp


@lru_cache(maxsize=4)
def program(bucket):
    def softmax(padded):
        weights = jnp.exp(padded - padded.max())
        return weights / weights.sum()

    return jax.jit(softmax)


def bucket_softmax(scores):
    n = scores.size
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return program(bucket)(padded)[:n]
