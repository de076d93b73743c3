import jax
import jax.numpy as jnp


@jax.jit
def weigh(padded):
    return jnp.exp(padded - padded.max())


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    weights = weigh(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
    return weights / weights.sum()
