"""The sum in place of the mean.
Class: numbers
Why: `table @ table[ids].mean(axis=0)`.
"""

import jax


@jax.jit
def recommend(table, ids):
    return table @ table[ids].sum(axis=0)
