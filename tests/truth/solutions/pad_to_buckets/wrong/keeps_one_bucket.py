"""Keeps the program of the latest bucket only, so that memory stays small.

Class: retrace
Why: For the lengths 5, 9, 5 the last call traces once more; "One for each new bucket, and no others".
"""

import functools

import jax
import jax.numpy as jnp


@functools.lru_cache(maxsize=1)
def make_softmax(bucket):
    @jax.jit
    def softmax(padded):
        assert padded.shape == (bucket,)
        weights = jnp.exp(padded - padded.max())
        return weights / weights.sum()

    return softmax


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return make_softmax(bucket)(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
