"""Takes the logsumexp off the scores, and then the exponential.

Class: numbers
Why: of scores of a million the digits of the logsumexp behind the point are lost: five equal ones come out several percent off 1/5.
"""
import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded):
    return jnp.exp(padded - jax.nn.logsumexp(padded))


def bucket_softmax(scores):
    n = scores.size
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return softmax(padded)[:n]
