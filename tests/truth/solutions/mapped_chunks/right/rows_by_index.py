import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    return jax.lax.map(lambda i: score(queries[i], table), jnp.arange(len(queries)), batch_size=size)
