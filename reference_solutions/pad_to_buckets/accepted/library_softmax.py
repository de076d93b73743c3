"""`jax.nn.softmax` with a mask that is made outside."""

import math

import jax
import numpy as np

softmax = jax.jit(lambda padded, valid: jax.nn.softmax(padded, where=valid))


def bucket_softmax(scores):
    n = len(scores)
    bucket = 2 ** max(3, math.ceil(math.log2(n)))
    padded = np.zeros(bucket, np.float32)
    padded[:n] = scores
    return softmax(padded, np.arange(bucket) < n)[:n]
