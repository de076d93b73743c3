"""The jitted function runs with jit switched off.
Class: decoy
Why: "The scores are computed in one function made by `jax.jit`".
"""

import jax


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    with jax.disable_jit():
        return scores(table, ids)
