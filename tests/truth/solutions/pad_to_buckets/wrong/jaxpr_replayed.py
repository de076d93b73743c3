"""A jitted function of each bucket is there to be traced. The answer comes from its jaxpr, which is replayed eagerly.
Breaks: "the maximum, the exponentials and the sum may not" run eagerly.
Class: half_eager
"""

import jax
import jax.numpy as jnp

programs = {}


@jax.jit
def softmax(scores):
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    n = len(scores)
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    if bucket not in programs:
        programs[bucket] = softmax.trace(padded).jaxpr
    closed = programs[bucket]
    (out,) = jax.core.eval_jaxpr(closed.jaxpr, closed.consts, padded)
    return out[:n]
