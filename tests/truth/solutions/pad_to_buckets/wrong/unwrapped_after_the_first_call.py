"""Calls the jitted function once for each bucket, and from then on the plain function inside of it.

Class: half_eager
Why: From the second call in a bucket on (lengths 5 and then 7), maximum, exponentials and sum run eagerly, though they have to run in a function made by jax.jit.
"""

import jax
import jax.numpy as jnp

_compiled = set()


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(padded):
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = find_bucket(n)
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    compute = softmax.__wrapped__ if bucket in _compiled else softmax
    _compiled.add(bucket)
    return compute(padded)[:n]
