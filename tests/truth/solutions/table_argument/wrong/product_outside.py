"""The product is taken outside.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`".
"""

import jax


@jax.jit
def liked(table, ids):
    return table[ids].mean(axis=0)


def recommend(table, ids):
    return table @ liked(table, ids)
