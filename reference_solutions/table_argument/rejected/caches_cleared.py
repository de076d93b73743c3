import jax

TABLE = None


@jax.jit
def score(ids):
    return TABLE @ TABLE[ids].mean(axis=0)


def recommend(table, ids):
    global TABLE
    TABLE = table
    score.clear_cache()
    return score(ids)
