"""NumPy computes the softmax of the bucket in a host callback.
Class: host
Why: "It has to be computed by a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp
import numpy as np


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


def on_host(padded):
    padded = np.asarray(padded)
    weights = np.exp(padded - padded.max())
    return weights / weights.sum()


@jax.jit
def softmax(padded):
    return jax.pure_callback(on_host, jax.ShapeDtypeStruct(padded.shape, jnp.float32), padded)


def bucket_softmax(scores):
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf))[:n]
