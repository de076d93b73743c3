import jax


def score_all(score, queries, table, size):
    @jax.jit
    def run(queries, table):
        return jax.lax.map(lambda query: score(query, table), queries, batch_size=size)

    return run(queries, table)
