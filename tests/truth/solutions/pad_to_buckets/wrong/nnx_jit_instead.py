"""The function is made by nnx.jit, out of habit. The numbers are right.
Breaks: "It has to be computed by a function made by `jax.jit` (`nnx.jit` doesn't count)".
Class: structure
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = len(scores)
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
