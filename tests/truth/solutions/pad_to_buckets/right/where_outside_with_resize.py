import functools
import math

import jax
import jax.numpy as jnp


@functools.partial(jax.jit)
def weigh(scores, valid):
    scores = jnp.where(valid, scores, -jnp.inf)
    return jax.nn.softmax(scores)


def bucket_softmax(scores):
    n = scores.size
    bucket = 2 ** max(3, math.ceil(math.log2(n)))
    valid = jnp.arange(bucket) < n
    return weigh(jnp.resize(scores, bucket), valid)[: scores.size]
