"""Subtracts the maximum before it pads, so that the padding can be one number for all.

Class: half_eager
Why: It breaches "the maximum, the exponentials and the sum may not [run eagerly]": maximum and difference do.
"""

import jax
import jax.numpy as jnp


@jax.jit
def normalize(shifted):
    weights = jnp.exp(shifted)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    shifted = scores - scores.max()
    return normalize(jnp.pad(shifted, (0, bucket - n), constant_values=-jnp.inf))[:n]
