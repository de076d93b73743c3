import jax


@jax.jit
def score(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    score(table, ids)
    return table @ table[ids].mean(axis=0)
