"""Takes the remainder.

Class: numbers
Why: Numbers above N - 1 don't exist.
"""


def deliver(stock, shelves, amounts):
    where = shelves % stock.size
    new = stock.at[where].add(amounts)
    return new, new[where], new[where]
