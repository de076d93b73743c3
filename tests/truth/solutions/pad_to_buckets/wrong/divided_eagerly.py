"""Compiles the exponentials; the sum and the division run eagerly after cutting.
Class: half_eager
Why: "It has to be computed by a function made by `jax.jit`": "Padding and cutting may run eagerly".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def exponentials(padded):
    return jnp.exp(padded - padded.max())


def bucket_softmax(scores):
    n = scores.shape[0]
    weights = exponentials(jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf))[:n]
    return weights / weights.sum()
