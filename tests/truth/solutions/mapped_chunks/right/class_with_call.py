import jax


class Scored:
    def __init__(self, score, table):
        self.score, self.table = score, table

    def __call__(self, query):
        return self.score(query, self.table)


def score_all(score, queries, table, size):
    return jax.lax.map(Scored(score, table), queries, batch_size=size)
