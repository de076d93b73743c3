"""Python finds the largest score in a list, and hands it to the jitted function.

Class: host
Why: the maximum may not run outside of the jitted function; here it is computed by Python on the host.
"""
import jax
import jax.numpy as jnp


@jax.jit
def softmax(padded, largest):
    weights = jnp.exp(padded - largest)
    return weights / weights.sum()


def bucket_softmax(scores):
    largest = max(scores.tolist())
    n = scores.size
    bucket = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(scores, (0, bucket - n), constant_values=-jnp.inf)
    return softmax(padded, largest)[:n]
