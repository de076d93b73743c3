"""Calls the compiled function on the padded scores, and returns jax.nn.softmax of the scores themselves.

Class: decoy
Why: It breaches "the result is what that returns": what the compiled function gives for the bucket is dropped.
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    weights = jnp.exp(padded - padded.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))
    return jax.nn.softmax(scores).reshape(padded[:n].shape)
