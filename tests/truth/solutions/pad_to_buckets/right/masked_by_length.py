"""Pads with zeros, passes the length as an ordinary argument, and masks inside."""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def masked_softmax(padded, n):
    valid = jnp.arange(padded.shape[0]) < n
    largest = jnp.where(valid, padded, -jnp.inf).max()
    weights = jnp.where(valid, jnp.exp(jnp.where(valid, padded - largest, 0.0)), 0.0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = len(scores)
    padded = jnp.zeros(find_bucket(n), scores.dtype).at[:n].set(scores)
    return masked_softmax(padded, n)[:n]
