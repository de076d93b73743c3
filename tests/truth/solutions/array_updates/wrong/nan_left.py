"""A missing shelf reads as NaN.

Class: numbers
Why: -1 where there is no such shelf.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    return new, new.at[shelves].get(mode="fill"), new.at[shelves].get(mode="clip")
