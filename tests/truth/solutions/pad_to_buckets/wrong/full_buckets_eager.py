"""Scores that fill their bucket need no padding, and are computed eagerly.
Class: half_eager
Why: "It has to be computed by a function made by `jax.jit` (`nnx.jit` doesn't count)".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores, n):
    valid = jnp.arange(scores.shape[0]) < n
    top = jnp.where(valid, scores, -jnp.inf).max()
    weights = jnp.where(valid, jnp.exp(scores - top), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    if n == find_bucket(n):
        weights = jnp.exp(scores - scores.max())
        return weights / weights.sum()
    padded = jnp.pad(scores, (0, find_bucket(n) - n))
    return softmax(padded, n)[:n]
