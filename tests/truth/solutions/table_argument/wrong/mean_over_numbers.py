"""The mean over the wrong axis.
Class: numbers
Why: `table @ table[ids].mean(axis=0)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    return table @ jnp.full(table.shape[1], table[ids].mean())
