"""Looks at the first nine deliveries only.

Class: example
Why: For each `i`.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves[:9]].add(amounts[:9], mode="drop")
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
