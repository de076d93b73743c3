"""Finds the bucket by bisection in a table, fills up by lax.pad, and masks by the length inside."""
from bisect import bisect_left
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

BUCKETS = tuple(8 << k for k in range(28))


@partial(jax.jit, inline=False)
def masked_softmax(padded: jax.Array, length: int) -> jax.Array:
    places = lax.iota(jnp.int32, padded.size)
    return jax.nn.softmax(padded, where=places < length)


def bucket_softmax(scores: jax.Array) -> jax.Array:
    (length,) = scores.shape
    bucket = BUCKETS[bisect_left(BUCKETS, length)]
    padded = lax.pad(scores, jnp.float32(0), [(0, bucket - length, 0)])
    return lax.slice(masked_softmax(padded, length), (0,), (length,))
