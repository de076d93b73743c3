"""The shelf -N is taken for missing.

Class: numbers
Why: -N is the first again.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.size
    ok = (shelves > -n) & (shelves < n)
    new = stock.at[shelves].add(jnp.where(ok, amounts, 0))
    return new, jnp.where(ok, new[shelves], -1), new.at[shelves].get(mode="clip")
