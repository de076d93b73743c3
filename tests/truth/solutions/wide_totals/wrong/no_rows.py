"""Starts with the first row, which need not exist.

Class: tame
Why: "`N` is from 0 to 65536."
"""

import jax


def add_counts(high, low, counts):
    def step(total, row):
        new = total[1] + row
        return (total[0] + (new < row), new), None

    first = low + counts[0]
    return jax.lax.scan(step, (high + (first < low), first), counts[1:])[0]
