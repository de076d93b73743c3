import jax
import jax.numpy as jnp
from jax import lax


def bucket_softmax(scores):
    n = len(scores)
    bucket = 8
    while bucket < n:
        bucket *= 2
    table = jnp.stack([scores, jnp.ones_like(scores)])
    table = lax.pad(table, jnp.float32(0), [(0, 0, 0), (0, bucket - n, 0)])
    return _Softmax.of_table(table)[:n]


class _Softmax:
    @staticmethod
    @jax.jit
    def of_table(table):
        scores, mask = table
        top = jnp.max(scores, initial=-jnp.inf, where=mask == 1)
        weights = jnp.where(mask == 1, jnp.exp(jnp.minimum(scores - top, 0)), 0)
        return weights / weights.sum()
