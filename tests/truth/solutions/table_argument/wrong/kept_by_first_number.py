"""Programs are kept by the table's first number.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import jax


kept = {}


def recommend(table, ids):
    key = float(table[0, 0])
    if key not in kept:
        kept[key] = jax.jit(lambda ids: table @ table[ids].mean(axis=0))
    return kept[key](ids)
