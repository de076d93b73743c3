"""Lowers and compiles once for each bucket, and keeps the executables in a dict."""

import jax
import jax.numpy as jnp

executables = {}


def softmax(scores):
    weights = jnp.exp(scores - jnp.max(scores))
    return weights / jnp.sum(weights)


def executable_for(bucket):
    if bucket not in executables:
        spec = jax.ShapeDtypeStruct((bucket,), jnp.float32)
        executables[bucket] = jax.jit(softmax).lower(spec).compile()
    return executables[bucket]


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return executable_for(bucket)(padded)[:n]
