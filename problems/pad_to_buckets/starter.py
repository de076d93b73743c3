import jax
import jax.numpy as jnp


def find_bucket(n):
    """Return the smallest power of two, at least n and at least 8."""
    return max(8, 1 << (n - 1).bit_length())


@jax.jit
def softmax(scores):
    # Compiled for every length. Give it few lengths to see.
    weights = jnp.exp(scores - scores.max())
    return weights / weights.sum()


def bucket_softmax(scores):
    return softmax(scores)
