"""Nothing is compiled.
Class: half_eager
Why: "The scores are computed in one function made by `jax.jit`".
"""


def recommend(table, ids):
    return table @ table[ids].mean(axis=0)
