"""The jitted result is thrown away.
Class: decoy
Why: "the result is what that returns".
"""

import jax


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    scores(table, ids).block_until_ready()
    return table @ table[ids].mean(axis=0)
