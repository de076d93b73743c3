"""Pads in a NumPy buffer and hands that to the jitted function."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    scores = np.asarray(scores)
    n = scores.shape[0]
    bucket = max(8, 2 ** int(np.ceil(np.log2(n))))
    buffer = np.full(bucket, -np.inf, dtype=np.float32)
    buffer[:n] = scores
    return softmax(buffer)[:n]
