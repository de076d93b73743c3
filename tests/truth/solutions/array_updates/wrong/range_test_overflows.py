"""Tests whether a shelf exists by the distance of twice its number from the middle.

Class: numbers
Why: for shelf 2147483647 `2 * shelves + 1` overflows to -1, so it counts as existing: its amount is added to the last shelf and `seen` isn't -1.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    # -N .. N - 1 lies symmetrically about -1/2
    exists = jnp.abs(2 * shelves + 1) < 2 * n
    inside = jnp.clip(shelves, -n, n - 1)
    new = stock.astype(jnp.float32).at[inside].add(jnp.where(exists, amounts, 0).astype(jnp.float32))
    nearest = new[inside]
    return new, jnp.where(exists, nearest, -1.0), nearest
