"""Upper halves are added in int32, and a large sum is negative when it is shifted.

Class: dtype
Why: "Any uint32 number can occur, from 0 to `2**32 - 1`."
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    upper = jnp.sum((counts >> 16).astype(jnp.int32), axis=0)
    lower = jnp.sum(counts & 0xFFFF, axis=0, dtype=jnp.uint32)
    added = (upper << 16).astype(jnp.uint32) + lower
    carry = (added < lower).astype(jnp.uint32)
    total = low + added
    return high + (upper >> 16).astype(jnp.uint32) + carry + (total < low), total
