import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    def f(args):
        _, query = args
        return score(query, table)

    return jax.lax.map(f, (jnp.arange(queries.shape[0]), queries), batch_size=size)
