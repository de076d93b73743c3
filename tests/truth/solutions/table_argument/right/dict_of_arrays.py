import jax


@jax.jit
def run(given):
    table, ids = given["table"], given["ids"]
    return table.dot(table[ids].mean(0))


def recommend(table, ids):
    return run({"table": table, "ids": ids})
