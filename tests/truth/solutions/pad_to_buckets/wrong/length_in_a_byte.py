"""Sends the length as a byte, so that 256 scores and more have a length modulo 256 and the others are masked.
Breaks "Return their softmax", with `N` at least 1 and no largest N: all lengths from 256 on are wrong.
Class: numbers"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def softmax(padded, n):
    valid = jnp.arange(padded.shape[0]) < n[0]
    weights = jnp.where(valid, jnp.exp(padded - jnp.where(valid, padded, -jnp.inf).max()), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    length = np.array([n]).astype(np.uint8)  # a hundred at most
    return softmax(jnp.pad(scores, (0, bucket - n)), length)[:n]
