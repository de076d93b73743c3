"""A single candidate has a weight of one, which needs no program.

Class: half_eager
Why: "It has to be computed by a function made by jax.jit": with N = 1 nothing is traced for the bucket of 8, and the result is made eagerly.
"""
import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.size
    if n == 1:
        return jnp.ones_like(scores)
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return softmax(padded)[:n]
