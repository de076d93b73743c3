"""The mean is taken outside.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`".
"""

import jax


@jax.jit
def scores(table, liked):
    return table @ liked


def recommend(table, ids):
    return scores(table, table[ids].mean(axis=0))
