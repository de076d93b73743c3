"""Masks by the length, but divides by the sum of the whole bucket, padding included.
Class: numbers
Why: "Return their softmax".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(padded, n):
    valid = jnp.arange(padded.shape[0]) < n
    largest = jnp.max(padded, initial=-jnp.inf, where=valid)
    weights = jnp.exp(jnp.minimum(padded - largest, 0.0))
    return jnp.where(valid, weights, 0) / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n)), n)[:n]
