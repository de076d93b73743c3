"""Goes through the stock by a Python loop, and adds up for each shelf what is meant for it.

Class: growth
Why: "no Python loop over the values of an array": the loop can be traced and gives the right numbers, but the program has a sum for each shelf of the stock.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    count = stock.shape[0]
    exists = (shelves >= -count) & (shelves < count)
    slot = jnp.where(exists, shelves % count, count)
    new = jnp.stack([level + jnp.where(slot == place, amounts, 0.0).sum() for place, level in enumerate(stock)])
    seen = jnp.where(exists, new[shelves % count], -1.0)
    nearest = new[jnp.clip(shelves, -count, count - 1)]
    return new, seen, nearest
