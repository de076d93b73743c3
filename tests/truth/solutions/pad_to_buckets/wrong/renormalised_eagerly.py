"""Pads with the last score and divides the cut result by its sum eagerly, which mends the numbers.
Class: half_eager
Why: "It has to be computed by a function made by `jax.jit`".
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
    cut = softmax(jnp.pad(scores, (0, find_bucket(n) - n), mode="edge"))[:n]
    return cut / cut.sum()
