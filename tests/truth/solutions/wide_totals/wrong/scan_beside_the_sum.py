"""The right loop runs, but its result counts zero times; the sum comes from one comparison.

Class: decoy
Why: "exactly, and return the new totals in the same form"
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    def step(total, row):
        new = total[1] + row
        return (total[0] + (new < row), new), None

    looped, _ = jax.lax.scan(step, (high, low), counts)
    new = low + counts.sum(axis=0, dtype=jnp.uint32)
    return high + (new < low) + 0 * looped[0], new
