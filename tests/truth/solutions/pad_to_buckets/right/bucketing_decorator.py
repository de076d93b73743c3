"""Writes a decorator that pads to a bucket, calls a jitted function, and cuts."""

import functools

import jax
import jax.numpy as jnp


def bucketed(fill, smallest=8):
    def decorate(function):
        compiled = jax.jit(function)

        @functools.wraps(function)
        def wrapper(scores):
            n = scores.shape[0]
            size = smallest
            while size < n:
                size <<= 1
            return compiled(jnp.pad(scores, (0, size - n), constant_values=fill))[:n]

        return wrapper

    return decorate


@bucketed(fill=-jnp.inf)
def bucket_softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()
