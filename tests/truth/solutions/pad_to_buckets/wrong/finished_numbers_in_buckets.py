"""Computes the softmax eagerly, and sends the padded result through a jitted function that clips it to [0, 1].

Class: decoy
Why: It breaches "All floating-point arithmetic runs in a function made by jax.jit": the compiled function gets finished numbers.
"""

import jax
import jax.numpy as jnp


@jax.jit
def clip(padded):
    return jnp.clip(padded, 0, 1)


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    weights = jnp.exp(scores - scores.max())
    return clip(jnp.pad(weights / weights.sum(), (0, bucket - n)))[:n]
