import math

import jax
import jax.numpy as jnp


def merge(left, right):
    """Join two parts, each a pair of a maximum and the sum of exponentials relative to it."""
    (m1, s1), (m2, s2) = left, right
    m = jnp.maximum(m1, m2)
    return m, s1 * jnp.exp(m1 - m) + s2 * jnp.exp(m2 - m)


@jax.jit
def online_softmax(padded, n):
    valid = jnp.arange(padded.shape[0]) < n
    low = jnp.where(valid, padded, padded[0])
    parts = low, valid.astype(padded.dtype)
    while parts[0].shape[0] > 1:
        parts = merge([p[0::2] for p in parts], [p[1::2] for p in parts])
    maximum, total = parts
    return jnp.exp(low - maximum) / total


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = 2 ** max(3, math.ceil(math.log2(n)))
    return jax.lax.slice(online_softmax(jnp.pad(scores, (0, bucket - n)), n), (0,), (n,))
