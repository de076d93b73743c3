import functools

import jax


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    for_table = functools.partial(scores, table)
    return for_table(ids)
