import jax

programs = {}


def recommend(table, ids):
    if table.shape not in programs:
        programs[table.shape] = jax.jit(lambda ids: table @ table[ids].mean(axis=0))
    return programs[table.shape](ids)
