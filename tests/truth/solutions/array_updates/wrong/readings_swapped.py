"""The two readings are in the other order.

Class: numbers
Why: `seen` comes before `nearest`.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    return new, new.at[shelves].get(mode="clip"), new.at[shelves].get(mode="fill", fill_value=-1)
