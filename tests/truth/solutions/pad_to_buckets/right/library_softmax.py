"""Jits the library's softmax."""

import jax
import jax.numpy as jnp

softmax = jax.jit(jax.nn.softmax)


def bucket_softmax(scores):
    n = scores.size
    bucket = 8
    while bucket < n:
        bucket *= 2
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return softmax(padded)[:n]
