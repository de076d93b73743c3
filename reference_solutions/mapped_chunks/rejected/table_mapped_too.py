import jax


def score_all(score, queries, table, size):
    return jax.lax.map(lambda pair: score(*pair), (queries, table), batch_size=size)
