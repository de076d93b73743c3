"""The mask forgets four bits of each number.

Class: numbers
Why: "Any uint32 number can occur, from 0 to `2**32 - 1`."
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum(counts >> 16, axis=0, dtype=jnp.uint32)
    lower = jnp.sum(counts & 0xFFF, axis=0, dtype=jnp.uint32)
    added = (upper << 16) + lower
    carry = (added < lower).astype(jnp.uint32)
    total = low + added
    return high + (upper >> 16) + carry + (total < low), total
