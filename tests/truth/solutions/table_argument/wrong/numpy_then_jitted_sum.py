"""A jitted function gets the table and the ids, and the scores as well.

Class: host
Why: Sham: for every input NumPy computes the scores; what the jitted function does with table and ids is thrown away by a where whose condition never holds.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def scores(table, ids, ready):
    computed = table @ table[ids].mean(axis=0)
    return jnp.where(ids.min() < 0, computed, ready)


def recommend(table, ids):
    rows = np.asarray(table)
    return scores(table, ids, rows @ rows[np.asarray(ids)].mean(axis=0))
