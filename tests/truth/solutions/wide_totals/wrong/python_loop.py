"""A Python loop over the rows.

Class: growth
Why: "its program must not grow with `N`"
"""


def add_counts(high, low, counts):
    for row in counts:
        new = low + row
        high, low = high + (new < row), new
    return high, low
