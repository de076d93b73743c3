"""Takes shelves to the byte, so that far ones come back.

Class: numbers
Why: Only numbers in range exist.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    where = shelves.astype(jnp.int8)
    new = stock.at[where].add(amounts, mode="drop")
    return new, new.at[where].get(mode="fill", fill_value=-1), new.at[where].get(mode="clip")
