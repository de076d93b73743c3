"""Subtracts what is negative."""


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].subtract(-amounts, mode="drop")
    return new, new.at[shelves].get(mode="fill", fill_value=-1.0), new.at[shelves].get(mode="clip")
