"""Zero times the jitted result is added.
Class: decoy
Why: "the result is what that returns".
"""

import jax


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    return table @ table[ids].mean(axis=0) + 0 * scores(table, ids)
