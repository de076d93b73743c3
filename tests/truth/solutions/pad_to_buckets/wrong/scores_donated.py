"""Donates its argument, which is the caller's own array where nothing is padded.
Class: state
Why: "`scores` is the same after the call as before".
"""

import functools

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@functools.partial(jax.jit, donate_argnums=0)
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = find_bucket(n)
    padded = scores if bucket == n else jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return softmax(padded)[:n]
