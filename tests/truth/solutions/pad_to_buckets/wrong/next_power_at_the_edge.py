"""Shifts by the bit length of N itself.

Class: structure
Why: N = 8 lands in the bucket of 16 and N = 16 in that of 32, so the call with 8 after 5 and 7 traces once more, where the table says 0.
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << n.bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
