import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = len(queries)
    size = min(size, n)
    starts = jnp.arange(0, n, size)

    def chunk(start):
        some = jax.lax.dynamic_slice_in_dim(queries, start, size)
        return jax.vmap(score, in_axes=(0, None))(some, table)

    return jax.lax.map(chunk, starts).reshape(-1)[:n]
