"""Ids are padded to 32 with the first, so that all numbers of ids share a program, and the mean is another one.
Class: numbers
Why: `table @ table[ids].mean(axis=0)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    return scores(table, jnp.pad(ids, (0, max(0, 32 - ids.size)), mode="edge"))
