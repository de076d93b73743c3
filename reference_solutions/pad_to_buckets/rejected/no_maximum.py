import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    weights = jnp.exp(padded)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
