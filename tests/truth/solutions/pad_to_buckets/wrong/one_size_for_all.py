"""Pads every length to 128.
Class: structure
Why: "one size for all is as wrong as one for each length".
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    padded = jnp.pad(scores, (0, max(128, n) - n), constant_values=-jnp.inf)
    return softmax(padded)[:n]
