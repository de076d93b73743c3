"""Passes the length as a static argument to mask inside.
Class: retrace
Why: "Traces. One for each new bucket, and no others".
"""

import functools

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@functools.partial(jax.jit, static_argnums=1)
def softmax(padded, n):
    weights = jnp.exp(padded[:n] - padded[:n].max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    return softmax(jnp.pad(scores, (0, find_bucket(n) - n)), n)
