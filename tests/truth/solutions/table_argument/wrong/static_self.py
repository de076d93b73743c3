"""A jitted method with a static self.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import functools

import jax


class Shop:
    def __init__(self, table):
        self.table = table

    @functools.partial(jax.jit, static_argnums=0)
    def scores(self, ids):
        return self.table @ self.table[ids].mean(axis=0)


def recommend(table, ids):
    return Shop(table).scores(ids)
