import functools

import jax


def one(query, *, score, table):
    return score(query, table)


def score_all(score, queries, table, size):
    f = functools.partial(one, score=score, table=table)
    return jax.lax.map(f, queries, batch_size=size)
