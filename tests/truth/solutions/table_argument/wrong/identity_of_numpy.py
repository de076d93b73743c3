"""NumPy scores, and the jitted function copies.
Class: decoy
Why: "nothing is computed in NumPy or by a callback".
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def deliver(scores, table, ids):
    return scores + 0 * table[:, 0] + 0 * ids[0]


def recommend(table, ids):
    rows = np.asarray(table)
    return deliver(rows @ rows[np.asarray(ids)].mean(axis=0), table, ids)
