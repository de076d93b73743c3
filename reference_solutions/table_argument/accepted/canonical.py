import jax


@jax.jit
def recommend(table, ids):
    return table @ table[ids].mean(axis=0)
