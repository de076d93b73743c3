"""Padded with zeros; the length is an argument, and masks."""

import jax
import jax.numpy as jnp


@jax.jit
def masked_softmax(padded, n):
    valid = jnp.arange(padded.size) < n
    top = jnp.max(padded, where=valid, initial=-jnp.inf)
    weights = jnp.where(valid, jnp.exp(padded - top), 0)
    return weights / jnp.sum(weights)


def bucket_softmax(scores):
    bucket = 8
    while bucket < len(scores):
        bucket *= 2
    padded = jnp.zeros(bucket, scores.dtype).at[: len(scores)].set(scores)
    return masked_softmax(padded, len(scores))[: len(scores)]
