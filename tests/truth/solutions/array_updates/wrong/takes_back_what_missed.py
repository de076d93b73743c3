"""Delivers everything to the nearest shelf, and takes back what should have been dropped.

Class: numbers
Why: a dropped amount of 1e30 swallows the stock of the nearest shelf before it is taken back, so that shelf holds 0 instead of its stock.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    amounts = amounts.astype(jnp.float32)
    missing = (shelves < -n) | (shelves >= n)
    inside = jnp.clip(shelves, -n, n - 1)
    new = stock.astype(jnp.float32).at[inside].add(amounts)
    new = new.at[inside].add(jnp.where(missing, -amounts, 0.0))
    nearest = new[inside]
    return new, jnp.where(missing, -1.0, nearest), nearest
