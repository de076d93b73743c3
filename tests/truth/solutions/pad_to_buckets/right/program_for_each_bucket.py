"""Compiles ahead of time, one program for each bucket, and fills up with minus infinity."""

import functools

import jax
import jax.numpy as jnp


def softmax(padded):
    weights = jnp.exp(jax.lax.sub(padded, jnp.max(padded)))
    return jax.lax.div(weights, jnp.sum(weights))


@functools.lru_cache(maxsize=None)
def program(bucket):
    shape = jax.ShapeDtypeStruct((bucket,), jnp.float32)
    return jax.jit(softmax).lower(shape).compile()


def bucket_softmax(scores):
    n = scores.size
    bucket = 8
    while bucket < n:
        bucket <<= 1
    filling = jnp.full(bucket - n, -jnp.inf, jnp.float32)
    return jax.lax.slice(program(bucket)(jnp.concatenate((scores, filling))), (0,), (n,))
