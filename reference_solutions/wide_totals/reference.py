"""The truth of `wide_totals`: one row after the other, with a carry for each addition."""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    """Return the upper and the lower half of each new total."""

    def add_row(total, row):
        high, low = total
        sums = low + row
        return (high + (sums < low).astype(jnp.uint32), sums), None

    return jax.lax.scan(add_row, (high, low), counts)[0]
