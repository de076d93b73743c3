"""The function gets a bucket, fills that up to 1024 numbers inside, and works on those.

Class: flops
Why: it has to be computed on arrays whose length is a bucket: the exponentials of three scores are those of 1024 numbers instead of 8.
"""
import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    size = max(1024, padded.size)
    wide = jnp.pad(padded, (0, size - padded.size), constant_values=-jnp.inf)
    weights = jnp.exp(wide - wide.max())
    return (weights / weights.sum())[: padded.size]


def bucket_softmax(scores):
    n = scores.size
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return softmax(padded)[:n]
