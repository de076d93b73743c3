"""Only the liked items get a score.
Class: structure
Why: "a float32 `jax.Array`" "of shape `(V,)`".
"""

import jax


@jax.jit
def recommend(table, ids):
    return table[ids] @ table[ids].mean(axis=0)
