import jax.numpy as jnp


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    weights = jnp.exp(padded - padded.max())
    return (weights / weights.sum())[:n]
