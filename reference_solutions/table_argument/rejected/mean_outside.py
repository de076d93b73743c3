import jax


@jax.jit
def score(table, liked):
    return table @ liked


def recommend(table, ids):
    return score(table, table[ids].mean(axis=0))
