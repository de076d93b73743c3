import jax
import jax.numpy as jnp


@jax.jit
def _softmax(padded, n):
    mask = jnp.arange(padded.size) < n
    top = jnp.max(padded, where=mask, initial=-jnp.inf)
    e = jnp.where(mask, jnp.exp(padded - top), 0.0)
    return e / e.sum()


def bucket_softmax(scores):
    n = scores.shape[0]
    size = 8
    while size < n:
        size *= 2
    return _softmax(jnp.zeros(size).at[:n].set(scores), n)[:n]
