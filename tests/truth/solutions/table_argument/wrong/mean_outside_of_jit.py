"""Takes the mean eagerly, and hands the ids to the jitted function only so that it is traced for each number of them.

Class: half_eager
Why: The mean runs outside of jit, against "All floating-point arithmetic runs in a function made by `jax.jit`".
"""
import jax


@jax.jit
def score(table, ids, profile):
    del ids
    return table @ profile


def recommend(table, ids):
    return score(table, ids, table[ids].mean(axis=0))
