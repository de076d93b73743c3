import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    valid = padded != 0
    top = padded.max(where=valid, initial=-jnp.inf)
    weights = jnp.where(valid, jnp.exp(padded - top), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n)))[:n]
