"""A closure over the table.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import jax


def recommend(table, ids):
    return jax.jit(lambda ids: table @ table[ids].mean(axis=0))(ids)
