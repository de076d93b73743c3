"""A Python loop that asks for each number.

Class: structure
Why: JAX must be able to trace it.
"""


def deliver(stock, shelves, amounts):
    n = len(stock)
    new = stock
    for shelf, amount in zip(shelves.tolist(), amounts.tolist()):
        if -n <= shelf < n:
            new = new.at[shelf].add(amount)
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
