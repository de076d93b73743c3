"""Adds, and reads both times by default.

Class: numbers
Why: -1 where there is no such shelf.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts)
    return new, new[shelves], new[shelves]
