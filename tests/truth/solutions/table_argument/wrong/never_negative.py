"""Scores below zero are cut off.
Class: tame
Why: `table @ table[ids].mean(axis=0)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    return jnp.maximum(table @ table[ids].mean(axis=0), 0)
