"""A decorator pads the argument and cuts the result; the function below it doesn't know."""

import functools
import math

import jax
import jax.numpy as jnp


def in_buckets(smallest, filling):
    def decorate(function):
        compiled = jax.jit(function)

        @functools.wraps(function)
        def wrapper(array):
            n = len(array)
            match n:
                case _ if n <= smallest:
                    bucket = smallest
                case _:
                    bucket = 2 ** math.ceil(math.log2(n))
            padded = jax.lax.pad(array, jnp.asarray(filling, array.dtype), [(0, bucket - n, 0)])
            return compiled(padded)[:n]

        return wrapper

    return decorate


@in_buckets(smallest=8, filling=-math.inf)
def bucket_softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()
