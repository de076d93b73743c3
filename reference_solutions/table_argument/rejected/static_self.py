from functools import partial

import jax


class Shop:
    def __init__(self, table):
        self.table = table

    @partial(jax.jit, static_argnums=0)
    def score(self, ids):
        return self.table @ self.table[ids].mean(axis=0)


def recommend(table, ids):
    return Shop(table).score(ids)
