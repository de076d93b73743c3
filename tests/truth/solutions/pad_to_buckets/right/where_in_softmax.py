"""Passes the true length, and lets jax.nn.softmax mask by it."""

import functools

import jax
import jax.numpy as jnp


@jax.jit
def masked_softmax(padded, length):
    inside = jnp.arange(padded.shape[0]) < length
    return jax.nn.softmax(padded, where=inside)


@functools.cache
def bucket_of(n: int) -> int:
    return 8 if n <= 8 else 2 * bucket_of((n + 1) // 2)


def bucket_softmax(scores):
    (n,) = scores.shape
    padded = jnp.pad(scores, (0, bucket_of(n) - n), mode="edge")
    return masked_softmax(padded, n)[:n]
