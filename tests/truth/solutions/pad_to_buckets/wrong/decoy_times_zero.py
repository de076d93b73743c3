"""Adds zero times the jitted result to an eager softmax.
Class: decoy
Why: "It has to be computed by a function made by `jax.jit`, on arrays whose length is a bucket".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf)
    return jax.nn.softmax(scores) + 0 * softmax(padded)[:n]
