"""Wraps one time round on both sides.

Class: numbers
Why: Numbers above N - 1 don't exist.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.size
    where = jnp.where(shelves >= n, shelves - n, shelves)
    new = stock.at[where].add(amounts, mode="drop")
    return new, new.at[where].get(mode="fill", fill_value=-1), new.at[where].get(mode="clip")
