"""Computes on one large array, and traces for each bucket because the bucket is a static argument.

Class: mark
Why: It breaches "on arrays whose length is a bucket": for N = 5 the compiled function works on 1024 numbers, though the counts of traces fit.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="bucket")
def softmax(padded, bucket):
    weights = jnp.exp(padded - padded.max())
    return (weights / weights.sum())[:bucket]


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, max(1024, bucket) - n), constant_values=-jnp.inf)
    return softmax(padded, bucket=bucket)[:n]
