"""Compiles eight buckets with the first call to be ready for all.
Class: retrace
Why: "Traces. One for each new bucket, and no others".
"""

import jax
import jax.numpy as jnp

ready = []


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    if not ready:
        ready.extend(softmax(jnp.zeros(8 << i)) for i in range(8))
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf))[:n]
