"""The table goes in as a static wrapper that equals every other of its shape: no retrace, but yesterday's table is used.
Breaks "JAX traces it once for each pair of shapes, whichever table comes" with scores of that table.
Class: numbers
"""
import functools

import jax


class Table:
    def __init__(self, array):
        self.array = array

    def __hash__(self):
        return hash(self.array.shape)

    def __eq__(self, other):
        return self.array.shape == other.array.shape


@functools.partial(jax.jit, static_argnums=0)
def scores(table, ids):
    rows = table.array
    return rows @ rows[ids].mean(axis=0)


def recommend(table, ids):
    return scores(Table(table), ids)
