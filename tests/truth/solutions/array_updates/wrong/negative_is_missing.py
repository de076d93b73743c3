"""Takes each negative number for a missing shelf.

Class: numbers
Why: Shelves count as in NumPy.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.size
    ok = (shelves >= 0) & (shelves < n)
    new = stock.at[shelves].add(jnp.where(ok, amounts, 0))
    return new, jnp.where(ok, new[shelves], -1), new.at[shelves].get(mode="clip")
