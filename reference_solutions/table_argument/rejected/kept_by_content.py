import jax
import numpy as np

programs = {}


def recommend(table, ids):
    key = table.shape, np.asarray(table).tobytes()
    if key not in programs:
        programs[key] = jax.jit(lambda ids: table @ table[ids].mean(axis=0))
    return programs[key](ids)
