"""Keeps the deliveries that exist by a mask.

Class: structure
Why: JAX must be able to trace it.
"""


def deliver(stock, shelves, amounts):
    n = len(stock)
    ok = (shelves >= -n) & (shelves < n)
    new = stock.at[shelves[ok]].add(amounts[ok])
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
