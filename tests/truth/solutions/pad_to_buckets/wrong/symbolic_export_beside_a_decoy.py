"""The answer comes from an exported program with a symbolic length, on unpadded scores; the buckets are a decoy.
Breaks "It has to be computed by a function made by `jax.jit`, on arrays whose length is a bucket".
Class: decoy"""

import jax
import jax.export
import jax.numpy as jnp


def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


(SIZE,) = jax.export.symbolic_shape("n")
any_length = jax.export.export(jax.jit(softmax))(jax.ShapeDtypeStruct((SIZE,), jnp.float32))
for_show = jax.jit(softmax)


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = max(8, 1 << (n - 1).bit_length())
    for_show(jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf))
    return any_length.call(scores)
