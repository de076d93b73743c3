"""Only the last reading is of the old stock.

Class: numbers
Why: What `new` holds.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    return new, new.at[shelves].get(mode="fill", fill_value=-1), stock.at[shelves].get(mode="clip")
