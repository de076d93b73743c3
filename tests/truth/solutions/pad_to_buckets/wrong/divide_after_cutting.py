"""Gets weights and their sum from the jitted function, cuts the weights, and divides what is left.

Class: half_eager
Why: It breaches "All floating-point arithmetic runs in a function made by jax.jit, and the result is what that returns": the division runs eagerly, with a program for each length.
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def weigh(padded):
    weights = jnp.exp(padded - padded.max())
    return weights, weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf)
    weights, total = weigh(padded)
    return weights[:n] / total
