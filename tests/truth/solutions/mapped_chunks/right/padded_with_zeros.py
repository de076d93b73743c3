import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    chunks = -(-n // size)
    full = jnp.zeros((chunks * size, d), queries.dtype).at[:n].set(queries)
    batched = jax.vmap(score, in_axes=(0, None))
    out = jax.lax.map(lambda c: batched(c, table), full.reshape(chunks, size, d))
    return out.flatten()[:n]
