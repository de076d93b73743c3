"""Marks the liked items in a mask and takes the mean of the marked rows.

Class: numbers
Why: An id that occurs several times counts once: for ids [0, 0, 1] it uses the mean of two rows.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scores(table, ids):
    liked = jnp.zeros(table.shape[0], table.dtype).at[ids].set(1)
    return table @ (liked @ table / liked.sum())


def recommend(table, ids):
    return scores(table, ids)
