"""Looks like a fold with an addition that carries, but it is Python's, which takes the rows one by one.

Class: growth
Why: "its program must not grow with `N`": functools.reduce runs in Python and adds three operations and a slice for each row.
"""

import functools

import jax.numpy as jnp


def add_row(total, row):
    high, low = total
    new = low + row
    return high + (new < row).astype(jnp.uint32), new


def add_counts(high, low, counts):
    return functools.reduce(add_row, counts, (high, low))
