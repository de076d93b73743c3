"""Only the first liked item counts.
Class: example
Why: `table @ table[ids].mean(axis=0)`.
"""

import jax


@jax.jit
def recommend(table, ids):
    return table @ table[ids[:2]].mean(axis=0)
