"""Counts how often each item was liked in unsigned bytes, and weighs the rows by that.

Class: dtype
Why: an id that occurs 256 times counts as never liked, as the byte begins again at 0: 300 equal ids give 44/300 of the score.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scores(table, ids):
    likes = jnp.zeros(table.shape[0], jnp.uint8).at[ids].add(1)
    weights = likes.astype(table.dtype) / ids.shape[0]
    return table @ (weights @ table)


def recommend(table, ids):
    return scores(table, ids)
