import jax
import jax.numpy as jnp


@jax.jit
def masked_softmax(padded, n):
    valid = jnp.arange(padded.size) < n
    return jax.nn.softmax(padded[valid])


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return masked_softmax(jnp.pad(scores, (0, bucket - n)), n)
