"""Shifts all numbers by N, so that one clip and one remainder find the nearest shelf.

Class: numbers
Why: shelves may hold any int32, and for shelf 2147483647 the sum with N wraps to a negative number, so nearest reads the first shelf instead of the last.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    stock = stock.astype(jnp.float32)
    amounts = amounts.astype(jnp.float32)
    shifted = shelves + n  # 0 .. 2 n - 1 exist
    place = jnp.clip(shifted, 0, 2 * n - 1) % n
    exists = (shifted >= 0) & (shifted < 2 * n)
    new = stock.at[place].add(jnp.where(exists, amounts, 0.0))
    nearest = new.at[place].get(mode="clip")
    seen = jnp.where(exists, nearest, -1.0)
    return new, seen, nearest
