"""What has no shelf is put on the nearest.

Class: numbers
Why: Deliveries to shelves that don't exist are dropped.
"""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="clip")
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
