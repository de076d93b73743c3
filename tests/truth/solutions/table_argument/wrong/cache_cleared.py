"""A global table, and a cleared cache.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import jax


state = {}


@jax.jit
def scores(ids):
    table = state["table"]
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    if state.get("table") is not table:
        scores.clear_cache()
        state["table"] = table
    return scores(ids)
