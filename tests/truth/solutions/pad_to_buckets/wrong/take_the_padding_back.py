"""Fills up with the last score, and subtracts the weights of the padding from the sum.

Class: numbers
Why: With N = 257 and the last score the largest by 6, 255 ones are added to a sum of about 1.6 and subtracted again, so the result is off by more than 16 epsilons.
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(padded, extra):
    weights = jnp.exp(padded - padded.max())
    return weights / (weights.sum() - extra * weights[-1])


def bucket_softmax(scores):
    n = scores.shape[0]
    extra = find_bucket(n) - n
    padded = jnp.pad(scores, (0, extra), mode="edge")  # the maximum stays the same
    return softmax(padded, extra)[:n]
