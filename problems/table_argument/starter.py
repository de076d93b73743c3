import jax
import jax.numpy as jnp

programs = {}


def make_program(table):
    @jax.jit
    def scores(ids):
        return table @ table[ids].mean(axis=0)

    return scores


def recommend(table, ids):
    # Right numbers. But each table is written into
    # a program of its own, which is kept for ever.
    key = id(table)
    if key not in programs:
        programs[key] = make_program(table)
    return programs[key](ids)
