"""Style: terse, with a table of keyword options, functools.partial and an unpacked generator."""
from functools import partial

READINGS = ({"mode": "fill", "fill_value": -1}, {"mode": "clip"})


def deliver(stock, shelves, amounts):
    new = partial(stock.at[shelves].add, mode="drop")(amounts)
    return (new, *(new.at[shelves].get(**options) for options in READINGS))
