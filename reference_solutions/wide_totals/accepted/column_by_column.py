"""A class for a total, and a scan over one column, mapped over the columns."""

from typing import NamedTuple

import jax


class Total(NamedTuple):
    high: jax.Array
    low: jax.Array

    def add(self, number):
        low = self.low + number
        return Total(self.high + (low < number), low)


@jax.vmap
def add_column(total, column):
    return jax.lax.scan(lambda total, number: (total.add(number), None), total, column)[0]


def add_counts(high, low, counts):
    return tuple(add_column(Total(high, low), counts.T))
