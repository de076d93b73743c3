"""Pads with minus infinity and cuts the result."""

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
    return softmax(padded)[:n]
