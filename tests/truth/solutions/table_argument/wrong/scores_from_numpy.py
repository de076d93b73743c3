"""Computes the scores in NumPy; the jitted function would compute them too, if one of them weren't finite.

Class: host
Why: The result is NumPy's, which the jitted function only passes on, against "nothing is computed in NumPy".
"""
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def score(table, ids, ready):
    def compute():
        return table @ table[ids].mean(axis=0)

    return jax.lax.cond(jnp.isfinite(ready).all(), lambda: ready, compute)


def recommend(table, ids):
    rows = np.asarray(table)
    ready = rows @ rows[np.asarray(ids)].mean(axis=0)
    return score(table, ids, jnp.asarray(ready))
