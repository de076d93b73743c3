"""Buckets of 8 to 256 from a table; what is longer is rounded up to a multiple of 256.

Class: structure
Why: N may be some hundreds, and 513 to 768 scores belong to the bucket of 1024, not to one of 768.
"""
import jax
import jax.numpy as jnp

TABLE = 8, 16, 32, 64, 128, 256


@jax.jit
def softmax(padded, n):
    valid = jnp.arange(padded.size) < n
    padded = jnp.where(valid, padded, -jnp.inf)
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def find_bucket(n):
    for bucket in TABLE:
        if n <= bucket:
            return bucket
    return -(-n // 256) * 256


def bucket_softmax(scores):
    n = scores.size
    padded = jnp.pad(scores, (0, find_bucket(n) - n))
    return softmax(padded, n)[:n]
