"""The product is taken on the host.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def recommend(table, ids):
    liked = table[ids].mean(axis=0)
    return jax.pure_callback(lambda t, m: np.asarray(t) @ np.asarray(m), jnp.zeros(table.shape[0]), table, liked)
