"""Concatenates the scores with a vector of minus infinities."""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    (n,) = scores.shape
    missing = find_bucket(n) - n
    padded = jnp.concatenate([scores, jnp.full((missing,), -jnp.inf, dtype=jnp.float32)])
    return jax.lax.slice(softmax(padded), (0,), (n,))
