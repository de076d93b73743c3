"""Pads with -1e4, which is above scores that are lower.
Class: tame
Why: "Scores may all be far below or far above zero"
"""

import jax
import jax.numpy as jnp


@jax.jit
def run(z):
    e = jnp.exp(z - z.max())
    return e / e.sum()


def bucket_softmax(scores):
    n = scores.size
    b = max(8, 1 << (n - 1).bit_length())
    return run(jnp.pad(scores, (0, b - n), constant_values=-1e4))[:n]
