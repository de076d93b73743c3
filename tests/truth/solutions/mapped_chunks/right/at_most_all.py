import jax


def score_all(score, queries, table, size):
    n = queries.shape[0]
    if n <= size:
        return jax.vmap(score, in_axes=(0, None))(queries, table)
    return jax.lax.map(lambda query: score(query, table), queries, batch_size=size)
