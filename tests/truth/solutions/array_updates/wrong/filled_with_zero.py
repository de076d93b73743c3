"""A missing shelf reads as 0.

Class: numbers
Why: -1 where there is no such shelf.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    return new, new.at[shelves].get(mode="fill", fill_value=0), new.at[shelves].get(mode="clip")
