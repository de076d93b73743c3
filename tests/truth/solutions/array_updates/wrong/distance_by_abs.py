"""Tests whether a shelf exists by the absolute value of its number.

Class: numbers
Why: the absolute value of the int32 number -2**31 is -2**31 itself, so that this shelf passes for one that exists: its delivery is added, and `seen` isn't -1.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    count = stock.shape[0]
    exists = (jnp.abs(shelves) < count) | (shelves == -count)
    place = shelves % count
    new = stock.at[place].add(jnp.where(exists, amounts, 0.0))
    seen = jnp.where(exists, new[place], -1.0)
    nearest = new.at[shelves].get(mode="clip")
    return new, seen, nearest
