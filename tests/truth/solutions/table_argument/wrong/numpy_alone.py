"""NumPy scores.
Class: host
Why: "nothing is computed in NumPy or by a callback".
"""

import jax.numpy as jnp
import numpy as np


def recommend(table, ids):
    rows = np.asarray(table)
    return jnp.asarray(rows @ rows[np.asarray(ids)].mean(axis=0))
