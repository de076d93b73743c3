"""Returns the logarithm of the softmax.
Class: numbers
Why: "Return their softmax".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


log_softmax = jax.jit(jax.nn.log_softmax)


def bucket_softmax(scores):
    n = scores.shape[0]
    return log_softmax(jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf))[:n]
