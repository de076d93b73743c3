"""Returns the lower half first.

Class: numbers
Why: "the tuple `(high, low)`"
"""

import jax


def add_counts(high, low, counts):
    def step(total, row):
        high, low = total
        new = low + row
        return (high + (new < row), new), None

    return jax.lax.scan(step, (high, low), counts)[0][::-1]
