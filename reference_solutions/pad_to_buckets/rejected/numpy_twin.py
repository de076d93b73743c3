import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def softmax(padded):
    return jax.nn.softmax(padded)


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))
    weights = np.exp(np.asarray(scores) - np.asarray(scores).max())
    return weights / weights.sum()
