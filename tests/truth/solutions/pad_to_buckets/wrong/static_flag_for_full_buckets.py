"""A static flag says whether anything has to be masked, so that full buckets have a program of their own.
Breaks "One for each new bucket, and no others": length 8 traces again after length 5.
Class: retrace"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="full")
def softmax(padded, n, full):
    if not full:
        padded = jnp.where(jnp.arange(padded.shape[0]) < n, padded, -jnp.inf)
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n)), n, full=n == bucket)[:n]
