from functools import partial

import jax


@partial(jax.jit, static_argnames="table")
def recommend(table, ids):
    return table @ table[ids].mean(axis=0)
