"""A scan over the rows, which looks at each addition."""

import jax


def add_counts(high, low, counts):
    def step(total, row):
        high, low = total
        new = low + row
        return (high + (new < row), new), None

    return jax.lax.scan(step, (high, low), counts)[0]
