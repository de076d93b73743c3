"""Takes a shelf to exist if its number's magnitude is less than N.

Class: numbers
Why: shelf -N is the first shelf again, but with shelves = [-3] of three shelves the delivery is dropped and seen is -1; int32's smallest number has a negative magnitude and counts as a shelf.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    stock = stock.astype(jnp.float32)
    amounts = amounts.astype(jnp.float32)
    exists = jnp.abs(shelves) < n
    place = jnp.where(exists, shelves % n, jnp.where(shelves < 0, 0, n - 1))
    new = stock.at[place].add(jnp.where(exists, amounts, 0.0))
    nearest = new[place]
    seen = jnp.where(exists, nearest, -1.0)
    return new, seen, nearest
