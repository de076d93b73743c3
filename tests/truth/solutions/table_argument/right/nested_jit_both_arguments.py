import jax


@jax.jit
def mean_rows(table, ids):
    return table[ids].mean(axis=0)


@jax.jit
def recommend(table, ids):
    return table @ mean_rows(table, ids)
