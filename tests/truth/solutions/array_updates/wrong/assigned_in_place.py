"""Assigns items, as NumPy allows.

Class: other
Why: Arrays don't change: `x[0] = 5` raises.
"""


def deliver(stock, shelves, amounts):
    for i in range(len(shelves)):
        stock[shelves[i]] += amounts[i]
    return stock, stock.at[shelves].get(mode="fill", fill_value=-1), stock.at[shelves].get(mode="clip")
