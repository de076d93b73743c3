"""Sets the sum of stock and amount.

Class: numbers
Why: Several deliveries to one shelf add up.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].set(stock[shelves] + amounts, mode="drop")
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
