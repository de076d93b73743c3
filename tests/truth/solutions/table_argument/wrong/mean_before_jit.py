"""Takes the liked rows' mean first, and hands it to one jitted product.

Class: half_eager
Why: For every input the mean, which is floating-point arithmetic, is computed outside of jax.jit; only the indexing might be.
"""

import jax


@jax.jit
def scores(table, center):
    return table @ center


def recommend(table, ids):
    return scores(table, table[ids].mean(axis=0))
