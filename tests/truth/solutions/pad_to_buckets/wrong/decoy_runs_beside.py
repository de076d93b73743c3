"""The jitted softmax of the bucket is thrown away; the answer is eager.
Class: decoy
Why: "It has to be computed by a function made by `jax.jit`, on arrays whose length is a bucket".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    softmax(jnp.zeros(find_bucket(n), jnp.float32))
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()
