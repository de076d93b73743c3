"""Pads inside the jitted function, which still sees every length.
Class: retrace
Why: "by a function made by `jax.jit`, on arrays whose length is a bucket".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf)
    weights = jnp.exp(padded - padded.max())
    return (weights / weights.sum())[:n]
