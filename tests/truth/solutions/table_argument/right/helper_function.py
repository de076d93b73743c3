import jax


def mean_of(table, ids):
    return table[ids].mean(axis=0)


@jax.jit
def scores(table, ids):
    return table @ mean_of(table, ids)


def recommend(table, ids):
    return scores(table, ids)
