import jax


def score_all(score, queries, table, size):
    return jax.lax.map(lambda query: score(query, table), queries)
