"""Subtracts the maximum only where it is beyond 80: with a maximum of -79 the other weights run out of the small numbers.
Breaks "Subtract the maximum first, as here", and the values, for instance for the scores -79, -87 and -88.
Class: numbers"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded, n):
    valid = jnp.arange(padded.shape[0]) < n
    largest = jnp.max(padded, where=valid, initial=-jnp.inf)
    # float32 can take exponentials of -80 to 80
    shift = jnp.where(jnp.abs(largest) > 80, largest, 0)
    weights = jnp.where(valid, jnp.exp(padded - shift), 0)
    return weights / weights.sum()


def bucket_softmax(scores):
    n = len(scores)
    bucket = max(8, 1 << (n - 1).bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n)), n)[:n]
