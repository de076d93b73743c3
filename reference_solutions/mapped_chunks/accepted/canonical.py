import jax


def score_all(score, queries, table, size):
    def score_one(query):
        return score(query, table)

    return jax.lax.map(score_one, queries, batch_size=size)
