"""The outer jitted function closes over the table.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import jax


@jax.jit
def inner(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    @jax.jit
    def outer(ids):
        return inner(table, ids)

    return outer(ids)
