"""A stock never gets negative.

Class: numbers
Why: `amounts[i]` is added, whatever comes out.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    new = jnp.maximum(stock.at[shelves].add(amounts, mode="drop"), 0)
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
