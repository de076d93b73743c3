"""Runs everything in a jax.lax.map over one set of ids, since JAX compiles its loops anyway.

Class: half_eager
Why: there is no function made by jax.jit at all, and the loop is traced anew in each call, while all arithmetic must run in one that is traced once for each pair of shapes.
"""

import jax


def recommend(table, ids):
    def scores(ids):
        return table @ table[ids].mean(axis=0)

    return jax.lax.map(scores, ids[None])[0]
