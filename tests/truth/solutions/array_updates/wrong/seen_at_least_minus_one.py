"""Fills missing shelves with minus infinity, and raises what is too low to -1 by a maximum.

Class: numbers
Why: where a shelf that exists holds less than -1, such as -5, `seen` reads -1.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    filled = new.at[shelves].get(mode="fill", fill_value=-jnp.inf)
    return new, jnp.maximum(filled, -1.0), new.at[shelves].get(mode="clip")
