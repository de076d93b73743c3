from functools import partial

import jax


def score(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    return jax.jit(partial(score, table))(ids)
