from jax import lax


def score_all(score, queries, table, size):
    return lax.map(lambda q: score(q, table), queries, batch_size=size)
