"""Keeps a copy of each table by its id(), and hands the copy to one jitted program.

Class: state
Why: when a table is freed and the next one gets its id(), that one's scores are computed from the freed table: tonight's call returns yesterday's scores.
"""

import jax
import jax.numpy as jnp

copies = {}


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    key = id(table), table.shape
    if key not in copies:
        copies[key] = jnp.array(table, copy=True)  # safe from donation by others
    return scores(copies[key], ids)
