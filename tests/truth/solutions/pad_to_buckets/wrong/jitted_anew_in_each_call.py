"""Makes a new jitted function in each call.
Class: retrace
Why: "Traces. One for each new bucket, and no others".
"""

import jax
import jax.numpy as jnp


def find_bucket(n):
    return max(8, 1 << (n - 1).bit_length())


def bucket_softmax(scores):
    n = scores.shape[0]
    run = jax.jit(lambda s: jax.nn.softmax(s))
    return run(jnp.pad(scores, (0, find_bucket(n) - n), constant_values=-jnp.inf))[:n]
