"""Delivers everything to the nearest shelf, and then takes back what shouldn't have been delivered.

Class: numbers
Why: dropped amounts may be huge, and stock 30 plus 1e30 minus 1e30 on the last shelf is 0 instead of 30.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    stock = stock.astype(jnp.float32)
    amounts = amounts.astype(jnp.float32)
    exists = (shelves >= -n) & (shelves < n)
    place = jnp.where(exists, shelves % n, jnp.where(shelves < 0, 0, n - 1))
    everything = stock.at[place].add(amounts)
    new = everything.at[place].add(jnp.where(exists, 0.0, -amounts))
    nearest = new[place]
    return new, jnp.where(exists, nearest, -1.0), nearest
