"""The eager truth of `pad_to_buckets`."""

import jax.numpy as jnp


def bucket_softmax(scores):
    """Return the softmax, without padding."""
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()
