"""Concatenated with the lowest finite number; the bucket by comparison with a list."""

import jax
import jax.numpy as jnp

BUCKETS = [2**power for power in range(3, 31)]


@jax.jit
def softmax(padded):
    return jax.nn.softmax(padded)


def bucket_softmax(scores):
    bucket = next(size for size in BUCKETS if size >= scores.shape[0])
    filler = jnp.full(bucket - scores.shape[0], jnp.finfo(jnp.float32).min)
    return softmax(jnp.concatenate([scores, filler]))[: scores.shape[0]]
