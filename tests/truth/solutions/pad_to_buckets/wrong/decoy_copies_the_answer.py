"""NumPy computes the softmax, and the jitted function copies the padded answer.
Class: decoy
Why: "It has to be computed by a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp
import numpy as np


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def copy(padded):
    return padded * 1.0


def bucket_softmax(scores):
    values = np.asarray(scores)
    n = values.shape[0]
    weights = np.exp(values - values.max())
    answer = (weights / weights.sum()).astype(np.float32)
    return copy(jnp.asarray(np.pad(answer, (0, find_bucket(n) - n))))[:n]
