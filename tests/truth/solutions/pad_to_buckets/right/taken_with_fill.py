"""jnp.take with indices up to the bucket's length: what lies outside is filled with minus infinity."""

import jax
import jax.numpy as jnp


@jax.jit
def softmax_of_filled(filled):
    weights = jnp.exp(filled - jnp.max(filled))
    return jnp.divide(weights, jnp.sum(weights))


def bucket_softmax(scores):
    n = bucket = scores.size
    while bucket < 8 or bucket & (bucket - 1):
        bucket += 1
    filled = jnp.take(scores, jnp.arange(bucket), mode="fill", fill_value=-jnp.inf)
    return softmax_of_filled(filled)[:n]
