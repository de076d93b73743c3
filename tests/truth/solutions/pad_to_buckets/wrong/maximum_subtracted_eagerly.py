"""Subtracts the maximum eagerly, before it pads.
Class: half_eager
Why: "It has to be computed by a function made by `jax.jit`": "Padding and cutting may run eagerly".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def finish(shifted):
    weights = jnp.exp(shifted)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    shifted = scores - scores.max()
    return finish(jnp.pad(shifted, (0, find_bucket(n) - n), constant_values=-jnp.inf))[:n]
