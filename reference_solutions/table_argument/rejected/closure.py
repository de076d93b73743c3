import jax


def recommend(table, ids):
    @jax.jit
    def scores(ids):
        return table @ table[ids].mean(axis=0)

    return scores(ids)
