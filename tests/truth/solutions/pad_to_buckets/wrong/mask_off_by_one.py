"""Masks positions up to N, and so takes one element of padding in.
Class: numbers
Why: "Return their softmax".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(padded, n):
    valid = jnp.arange(padded.shape[0]) <= n
    shifted = jnp.where(valid, padded, -jnp.inf)
    weights = jnp.exp(shifted - shifted.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n)), n)[:n]
