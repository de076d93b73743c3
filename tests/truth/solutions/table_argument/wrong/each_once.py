"""Counts an item once that is liked twice.
Class: tame
Why: "which may occur twice".
"""

import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    liked = jnp.zeros(table.shape[0]).at[ids].set(1.0)
    return table @ ((liked @ table) / liked.sum())
