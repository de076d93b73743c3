"""`partial` inside of jit.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import functools

import jax


def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    return jax.jit(functools.partial(scores, table))(ids)
