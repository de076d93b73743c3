import jax


@jax.jit
def recommend(table, ids):
    return table @ table[ids].sum(axis=0)
