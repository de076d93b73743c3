"""Takes the power of two above N, so 8 falls into the bucket of 16.
Class: structure
Why: "the smallest power of two that is at least `N`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << n.bit_length())
    return softmax(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))[:n]
