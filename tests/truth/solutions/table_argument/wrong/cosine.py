"""The rows are normalised first.
Class: numbers
Why: `table @ table[ids].mean(axis=0)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    rows = table / jnp.linalg.norm(table, axis=1, keepdims=True)
    return rows @ rows[ids].mean(axis=0)
