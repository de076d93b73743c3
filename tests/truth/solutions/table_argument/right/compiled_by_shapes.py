import jax


compiled = {}


def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    shapes = table.shape + ids.shape
    if shapes not in compiled:
        compiled[shapes] = jax.jit(scores).lower(table, ids).compile()
    return compiled[shapes](table, ids)
