"""A small number is added to the sum, which is never 0 anyway.
Class: numbers
Why: "equal up to rounding: at most 16 float32 epsilons of the largest number".
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
    return weights / (weights.sum() + 1e-5)


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n))
    return softmax(padded, n)[:n]
