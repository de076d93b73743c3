"""`jax.nn.softmax` itself is jitted, and called by a partial."""

import functools

import jax
import jax.numpy as jnp

softmax = jax.jit(functools.partial(jax.nn.softmax, axis=-1))


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.full(bucket, -jnp.inf).at[:n].set(scores))[:n]
