"""Adds zero times the right answer to another one.

Class: decoy
Why: Deliveries to no shelf are dropped.
"""


def deliver(stock, shelves, amounts):
    right = stock.at[shelves].add(amounts, mode="drop")
    new = stock.at[shelves].add(amounts, mode="clip") + 0 * right
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
