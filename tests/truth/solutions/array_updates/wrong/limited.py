"""Amounts are limited to a hundred.

Class: numbers
Why: `amounts[i]` is added.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(jnp.clip(amounts, -100, 100), mode="drop")
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
