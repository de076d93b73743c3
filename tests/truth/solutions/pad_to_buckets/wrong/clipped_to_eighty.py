"""Clips scores so that the exponential can't overflow.
Class: tame
Why: "weights / weights.sum()"
"""

import jax
import jax.numpy as jnp


@jax.jit
def run(z):
    z = jnp.where(jnp.isinf(z), z, jnp.clip(z, -5000.0, 5000.0))
    e = jnp.exp(z - z.max())
    return e / e.sum()


def bucket_softmax(scores):
    n = scores.size
    b = max(8, 1 << (n - 1).bit_length())
    return run(jnp.pad(scores, (0, b - n), constant_values=-jnp.inf))[:n]
