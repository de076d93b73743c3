"""Makes a program for each pair of shapes, and keeps only the one that was used last.

Class: retrace
Why: after a call with one id more, the first call once more is traced again, 1 in place of 0; JAX must trace once for each pair of shapes.
"""

import functools

import jax


@functools.lru_cache(maxsize=1)
def make_program(table_shape, ids_shape):
    @jax.jit
    def scores(table, ids):
        return table @ table[ids].mean(axis=0)

    return scores


def recommend(table, ids):
    return make_program(table.shape, ids.shape)(table, ids)
