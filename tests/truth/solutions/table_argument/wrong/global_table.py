"""A global is read while JAX traces.
Class: memory
Why: "Write one program that serves every table".
"""

import jax


state = {}


@jax.jit
def scores(ids):
    table = state["table"]
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    state["table"] = table
    return scores(ids)
