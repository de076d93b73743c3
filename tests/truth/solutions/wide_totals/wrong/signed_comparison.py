"""Compares as int32, where numbers from 2**31 on are negative.

Class: dtype
Why: "Any uint32 number can occur, from 0 to `2**32 - 1`."
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    def step(total, row):
        high, low = total
        new = low + row
        return (high + (new.astype(jnp.int32) < row.astype(jnp.int32)), new), None

    return jax.lax.scan(step, (high, low), counts)[0]
