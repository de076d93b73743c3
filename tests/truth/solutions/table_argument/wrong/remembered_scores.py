"""Remembers the scores for a table and ids that it has seen.

Class: state
Why: Sham: a new table in the place of one that was freed has the same id(), and gets yesterday's scores for the same ids; nothing is computed for it.
"""

import jax

remembered = {}


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    key = id(table), table.shape, tuple(ids.tolist())
    if key not in remembered:
        remembered[key] = scores(table, ids)
    return remembered[key]
