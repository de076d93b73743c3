"""Pads with -300, which is above scores such as -400.
Class: tame
Why: "with `N` at least 1 and finite numbers": any finite numbers.
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
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-300.0))[:n]
