"""Fills up inside with a number a hundred below the lowest score, whose exponential is nearly nothing.

Class: numbers
Why: of scores below -1e10 or so a hundred is less than their last digit: five equal scores of -1e35 come out as 1/8 each instead of 1/5.
"""
import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded, n):
    valid = jnp.arange(padded.size) < n
    lowest = jnp.where(valid, padded, jnp.inf).min()
    padded = jnp.where(valid, padded, lowest - 100)
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.size
    padded = jnp.pad(scores, (0, max(8, 1 << (n - 1).bit_length()) - n))
    return softmax(padded, n)[:n]
